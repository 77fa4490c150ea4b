"""A page of another server, which may use this one if it is named, and may not if it is not."""

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.serving import Server

USE = """async (server) => {
  const ask = async (method, path, body, token) => {
    const headers = body ? {"content-type": "application/json"} : {};
    if (token) headers.authorization = `Bearer ${token}`;
    const answer = await fetch(server + path, {method, headers, body: body && JSON.stringify(body)});
    return {status: answer.status, ...(await answer.json())};
  };
  const heard = (code, token) => new Promise((resolve) => {
    const socket = new WebSocket(`${server.replace("http", "ws")}/api/tables/${code}/socket`);
    socket.onopen = () => socket.send(JSON.stringify({type: "hello", token}));
    socket.onmessage = ({data}) => { resolve(JSON.parse(data)); socket.close(); };
  });
  try {
    const seats = [{}, {level: "random"}];
    const {token, table} = await ask("POST", "/api/tables", {seats, host: {name: "Ada"}});
    const started = await ask("POST", `/api/tables/${table.code}/start`, undefined, token);
    const wrong = await ask("POST", `/api/tables/${table.code}/start`, undefined, "wrong");
    const {type, seat} = await heard(table.code, token);
    return {state: started.state, wrong: wrong.code, type, seat};
  } catch (error) {
    const {type, code} = await heard("nothing", null);
    return {error: error.name, type, code};
  }
}"""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


def elsewhere(folder: Path) -> ThreadingHTTPServer:
    """A server of an empty page."""
    (folder / "index.html").write_text("<!doctype html><title>Elsewhere</title>", "utf-8")
    other = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=other.serve_forever, daemon=True).start()
    return other


@pytest.fixture
def origins(tmp_path: Path) -> Iterator[tuple[str, str]]:
    """A page that will be named, and one that will not."""
    others = [elsewhere(tmp_path), elsewhere(tmp_path)]
    yield f"http://127.0.0.1:{others[0].server_port}", f"http://127.0.0.1:{others[1].server_port}"
    for other in others:
        other.shutdown()
        other.server_close()


def test_a_named_page_can_play_and_another_cannot(browser: Browser, origins: tuple[str, str], tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.options = ("--origins", origins[0])
    server.up()
    try:
        told = []
        for origin in origins:
            page = browser.new_page()
            page.goto(origin)
            told.append(page.evaluate(USE, server.url))
            page.close()
        assert told == [
            {"state": "playing", "wrong": "wrong_token", "type": "welcome", "seat": 0},
            {"error": "TypeError", "type": "goodbye", "code": "cross_origin"},
        ]
    finally:
        server.down()
