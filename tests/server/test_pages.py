"""The page: its files, its addresses, its headers, and nothing else from the disk."""

import asyncio
from pathlib import Path

import pytest

from nimmt.server import pages
from tests.server.client import Api, Server, serving, settings

FILES = {
    "index.html": "<!doctype html><title>the page</title>",
    "assets/app-1a2b.js": "export const here = true;",
    "assets/app-1a2b.css": "main { color: green }",
    "assets/font-1a2b.woff2": "font",
    "manifest.webmanifest": "{}",
    "icon.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
    "sounds/card.ogg": "sound",
}
SECRET = "nobody may read this"


@pytest.fixture
def static(tmp_path: Path) -> Path:
    """A built page, with a secret beside it."""
    folder = tmp_path / "static"
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    (tmp_path / "secret.txt").write_text(SECRET)
    return folder


async def test_files_have_their_types_and_are_kept_as_long_as_they_may_be(tmp_path: Path, static: Path) -> None:
    expected = {
        "assets/app-1a2b.js": ("text/javascript; charset=utf-8", pages.FOR_EVER),
        "assets/app-1a2b.css": ("text/css; charset=utf-8", pages.FOR_EVER),
        "assets/font-1a2b.woff2": ("font/woff2", pages.FOR_EVER),
        "manifest.webmanifest": ("application/manifest+json", "no-cache"),
        "icon.svg": ("image/svg+xml", "no-cache"),
        "sounds/card.ogg": ("audio/ogg", "no-cache"),
        "index.html": ("text/html; charset=utf-8", "no-cache"),
    }
    async with serving(settings(tmp_path), static=static) as server:
        for name, (content_type, cache) in expected.items():
            answer = await Api(server.address)("GET", f"/{name}")
            assert answer.status_code == 200
            assert answer.text == FILES[name]
            assert (answer.headers["content-type"], answer.headers["cache-control"]) == (content_type, cache)
            known = {"if-none-match": answer.headers["etag"]}
            again = await Api(server.address)("GET", f"/{name}", headers=known)
            assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    "path", ["/", "/t/bababababa", "/replay/bababababa?step=3", "/learn/base", "/tv/bababababa", "/scores", "/daily"]
)
async def test_places_inside_the_page_are_the_page(tmp_path: Path, static: Path, path: str) -> None:
    async with serving(settings(tmp_path), static=static) as server:
        answer = await Api(server.address)("GET", path)
        assert (answer.status_code, answer.text) == (200, FILES["index.html"])
        assert answer.headers["cache-control"] == "no-cache"
        head = await Api(server.address)("HEAD", path)
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers["content-length"] == str(len(FILES["index.html"]))


async def test_browsers_that_ask_for_a_favicon_get_the_icon(tmp_path: Path, static: Path) -> None:
    """They do on addresses that name no icon, and show an error where there is none."""
    async with serving(settings(tmp_path), static=static) as server:
        answer = await Api(server.address)("GET", "/favicon.ico")
        assert (answer.status_code, answer.text) == (200, FILES["icon.svg"])
        assert answer.headers["content-type"] == "image/svg+xml"
    async with serving(settings(tmp_path), static=tmp_path / "unbuilt") as server:
        answer = await Api(server.address)("GET", "/favicon.ico")
        assert (answer.status_code, answer.headers["content-type"]) == (200, "image/svg+xml")


@pytest.mark.parametrize(
    "path", ["/nothing", "/t", "/tv", "/replay", "/t/bababababa/more", "/learn/whist", "/new/base"]
)
async def test_where_nothing_is_the_page_says_so(tmp_path: Path, static: Path, path: str) -> None:
    async with serving(settings(tmp_path), static=static) as server:
        answer = await Api(server.address)("GET", path)
        assert (answer.status_code, answer.text) == (404, FILES["index.html"])


ENCODED = {"assets/app-1a2b.js.br": "brotli", "assets/app-1a2b.js.gz": "gzip", "index.html.gz": "gzipped page"}
PLAIN = FILES["assets/app-1a2b.js"]


@pytest.mark.parametrize(
    ("accepted", "encoding", "body"),
    [
        ("gzip, deflate, br, zstd", "br", "brotli"),
        ("gzip, deflate", "gzip", "gzip"),
        ("br;q=0.5, gzip;q=0.8", "gzip", "gzip"),
        ("br;q=0, gzip;q=1.0", "gzip", "gzip"),
        ("BR ; q=1", "br", "brotli"),
        ("*", "br", "brotli"),
        ("*;q=0.3, br;q=0", "gzip", "gzip"),
        ("identity, gzip;q=0.5", None, PLAIN),
        ("gzip;q=0", None, PLAIN),
        ("br;q=often", None, PLAIN),
        ("deflate", None, PLAIN),
        ("identity", None, PLAIN),
        ("", None, PLAIN),
    ],
)
async def test_a_file_comes_in_the_encoding_that_is_liked_best(
    tmp_path: Path, static: Path, accepted: str, encoding: str | None, body: str
) -> None:
    _compress(static)
    async with serving(settings(tmp_path), static=static) as server:
        answer = await _answer(server, "/assets/app-1a2b.js", f"accept-encoding: {accepted}")
        head, _, sent = answer.partition("\r\n\r\n")
        headers = _headers(head)
        assert (headers.get("content-encoding"), sent) == (encoding, body)
        assert (headers["vary"], headers["content-length"]) == ("accept-encoding", str(len(body)))
        assert headers["content-type"] == "text/javascript; charset=utf-8"
        assert headers["cache-control"] == pages.FOR_EVER


async def test_each_encoding_has_a_tag_of_its_own(tmp_path: Path, static: Path) -> None:
    _compress(static)
    async with serving(settings(tmp_path), static=static) as server:
        asked = {"gzip": "accept-encoding: gzip", "br": "accept-encoding: br", "plain": "accept-encoding: identity"}
        told = {name: await _answer(server, "/assets/app-1a2b.js", wish) for name, wish in asked.items()}
        tags = {name: _headers(answer)["etag"] for name, answer in told.items()}
        assert len(set(tags.values())) == 3
        for name, wish in asked.items():
            for known in (tags[name], f"W/{tags[name]}", f'"other", {tags[name]}'):
                again = await _answer(server, "/assets/app-1a2b.js", wish, f"if-none-match: {known}")
                assert again.startswith("HTTP/1.1 304")
                assert _headers(again)["vary"] == "accept-encoding"
        other = await _answer(server, "/assets/app-1a2b.js", asked["gzip"], f"if-none-match: {tags['br']}")
        assert other.startswith("HTTP/1.1 200")


async def test_places_are_compressed_too_and_compressed_files_are_no_places(tmp_path: Path, static: Path) -> None:
    _compress(static)
    async with serving(settings(tmp_path), static=static) as server:
        place = await _answer(server, "/t/bababababa", "accept-encoding: gzip, br")
        assert place.endswith("\r\n\r\ngzipped page")
        assert (await _answer(server, "/assets/app-1a2b.js.br")).startswith("HTTP/1.1 404")


@pytest.mark.parametrize("path", ["/api/games", "/api/examples/base"])
async def test_lists_that_are_the_same_for_everybody_are_compressed(tmp_path: Path, path: str) -> None:
    async with serving(settings(tmp_path)) as server:
        plain = await Api(server.address)("GET", path, headers={"accept-encoding": "identity"})
        small = await Api(server.address)("GET", path, headers={"accept-encoding": "gzip, br"})
        assert (small.headers["content-encoding"], small.json()) == ("gzip", plain.json())
        assert int(small.headers["content-length"]) * 4 < int(plain.headers["content-length"])
        assert small.headers["vary"] == "accept-encoding"


async def test_what_holds_secrets_is_never_compressed(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as server:
        wish = {"seats": [{}, {"level": "random"}], "host": {"name": "Ada"}, "name": "aaaaaaaaaa" * 3, "start": True}
        api = Api(server.address)
        opened = await api("POST", "/api/tables", wish, headers={"accept-encoding": "gzip, br"})
        code, token = opened.json()["table"]["code"], opened.json()["token"]
        asked = {"accept-encoding": "gzip, br", "authorization": f"Bearer {token}"}
        view = await api("GET", f"/api/tables/{code}/view", headers=asked)
        assert [answer.headers.get("content-encoding") for answer in (opened, view)] == [None, None]


def _compress(static: Path) -> None:
    for name, text in ENCODED.items():
        (static / name).write_text(text)


def _headers(answer: str) -> dict[str, str]:
    lines = answer.partition("\r\n\r\n")[0].splitlines()[1:]
    return {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}


async def test_the_api_and_missing_assets_are_never_the_page(tmp_path: Path, static: Path) -> None:
    async with serving(settings(tmp_path), static=static) as server:
        for path in ("/api", "/api/nothing", "/api/tables/bababababa/nothing", "/assets/app-old.js"):
            assert await Api(server.address).no(404, "GET", path) == "not_found"
        assert await Api(server.address).no(404, "GET", "/api/tables/bababababa") == "no_such_table"
        assert (await Api(server.address).ok("GET", "/health"))["status"] == "ok"
        assert "nimmt_sockets" in (await Api(server.address)("GET", "/metrics")).text
        assert (await Api(server.address)("GET", "/api/schema/openapi.json")).json()["openapi"]
        assert await Api(server.address).no(405, "POST", "/t/bababababa") == "wrong_method"


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt", "/assets/../../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/..%5csecret.txt",
        "/assets/..%2f..%2fsecret.txt", "/assets/%2e%2e/%2e%2e/secret.txt", "/%252e%252e/secret.txt",
        "//secret.txt", "/./../secret.txt", "/secret.txt%00.js", "{folder}/secret.txt", "/{folder}/secret.txt",
    ],
)  # fmt: skip
async def test_nothing_outside_the_folder_is_sent(tmp_path: Path, static: Path, path: str) -> None:
    async with serving(settings(tmp_path), static=static) as server:
        answer = await _answer(server, path.format(folder=tmp_path))
        assert SECRET not in answer
        assert answer.startswith(("HTTP/1.1 200", "HTTP/1.1 404", "HTTP/1.1 400"))
        if answer.startswith("HTTP/1.1 200"):
            assert answer.endswith(FILES["index.html"])


async def _answer(server: Server, path: str, *headers: str) -> str:
    """Ask for a path as it is, with these headers and no others: no client tidies it up."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    lines = [f"GET {path} HTTP/1.1", "host: 127.0.0.1", "connection: close", *headers, "", ""]
    writer.write("\r\n".join(lines).encode())
    answer = await reader.read()
    writer.close()
    return answer.decode()


async def test_a_server_without_a_page_says_how_to_build_it(tmp_path: Path) -> None:
    async with serving(settings(tmp_path), static=tmp_path / "nothing") as server:
        for path in ("/", "/t/bababababa"):
            answer = await Api(server.address)("GET", path)
            assert answer.status_code == 200
            assert "it has no page" in answer.text
            assert answer.headers["content-type"] == "text/html; charset=utf-8"


async def test_the_page_may_load_and_call_nothing_but_this_server(tmp_path: Path, static: Path) -> None:
    async with serving(settings(tmp_path), static=static) as server:
        policy = (await Api(server.address)("GET", "/")).headers["content-security-policy"]
    parts = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert parts["default-src"] == parts["frame-ancestors"] == parts["form-action"] == parts["base-uri"] == "'none'"
    assert parts["script-src"] == parts["style-src"] == parts["connect-src"] == parts["manifest-src"] == "'self'"
