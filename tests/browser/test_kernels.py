"""The kernels of play compute in a page what they compute here, bit by bit."""

from base64 import b64encode
from hashlib import sha256
from typing import Any

import pytest
from playwright.sync_api import Browser, Route
from wasm.build import FILE

from tests.kernels.decisions import SITUATIONS, Call, decisions

PROGRAM = """
async ([names, file]) => {
  const { instance: { exports } } = await WebAssembly.instantiateStreaming(fetch("/" + file), {})
  const room = size => { exports.begin(); return exports.keep(size) }
  const write = (content, place) => new Uint8Array(exports.memory.buffer).set(content, place)
  const decoded = text => Uint8Array.from(atob(text), letter => letter.charCodeAt(0))
  const hex = bytes => [...bytes].map(byte => byte.toString(16).padStart(2, "0")).join("")
  const answer = room(64), place = room(1 << 22), weights = new Map(), digests = []
  for (const name of names) {
    const { calls, blobs } = await (await fetch("/asked/" + name)).json()
    for (const [key, text] of Object.entries(blobs)) {
      const content = decoded(text)
      weights.set(key, room(content.length))
      write(content, weights.get(key))
    }
    for (const { kernel, record, fields } of calls) {
      const memory = decoded(record)
      for (const [at, key] of fields) new DataView(memory.buffer).setBigInt64(at, BigInt(weights.get(key)), true)
      write(memory, place)
      if (exports[kernel](answer, answer + 8, BigInt(place))) throw new Error(kernel)
      const after = new Uint8Array(exports.memory.buffer, place, memory.length).slice()
      for (const [at] of fields) new DataView(after.buffer).setBigInt64(at, 0n, true)
      digests.push(hex(new Uint8Array(await crypto.subtle.digest("SHA-256", after))))
    }
  }
  return digests
}
"""
"""Runs kernels as a page would, and says what came out."""


@pytest.mark.thorough
def test_a_page_computes_the_same_bits(browser: Browser) -> None:
    expected: list[str] = []
    told: set[str] = set()

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix("http://localhost/")
        if path == FILE.name:
            route.fulfill(body=FILE.read_bytes(), content_type="application/wasm")
        elif path.startswith("asked/"):
            calls = [call for one in decisions(SITUATIONS[path.removeprefix("asked/")]) for call in one.calls]
            expected.extend(sha256(call.answer).hexdigest() for call in calls)
            route.fulfill(json=packed(calls, told))
        else:
            route.fulfill(body="<!doctype html><title>kernels</title>", content_type="text/html")

    page = browser.new_page()
    page.route("http://localhost/**", answer)
    page.goto("http://localhost/")
    digests = page.evaluate(PROGRAM, [list(SITUATIONS), FILE.name])
    page.close()
    assert expected == digests


def packed(calls: list[Call], told: set[str]) -> dict[str, Any]:
    """Calls for the page, with the weights that it does not have yet."""
    blobs, listed = dict[str, str](), []
    for call in calls:
        fields = []
        for name, content in call.record.weights.items():
            key = sha256(content).hexdigest()
            if key not in told:
                told.add(key)
                blobs[key] = b64encode(content).decode()
            fields.append([call.record.layout.fields[name].offset, key])
        record = b64encode(call.record.memory).decode()
        listed.append({"kernel": call.kernel, "record": record, "fields": fields})
    return {"calls": listed, "blobs": blobs}
