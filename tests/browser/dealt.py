"""A server that deals what a test wants, in a process of its own."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import msgspec
import uvicorn

from nimmt import ExplicitDealer
from nimmt.server.app import application
from nimmt.server.gate import with_headers
from nimmt.server.run import uvicorn_config
from nimmt.server.tables import Chance
from tests.browser.serving import Server
from tests.processes import start
from tests.server.client import settings

Deal = dict[str, tuple[int, ...]]


class DealtServer(Server):
    """Every table that is started there gets the same cards."""

    def __init__(self, folder: Path, deal: Deal) -> None:
        super().__init__(folder)
        (folder / "deal.json").write_bytes(msgspec.json.encode(deal))

    def start(self) -> None:
        program = [sys.executable, "-m", "tests.browser.dealt", str(self.folder), str(self.port)]
        with (self.folder / "dealt.log").open("a") as out:
            self.process = start(program, stdout=out, stderr=out)


def dealing(folder: Path, deal: Deal) -> Iterator[Server]:
    """Run such a server until the tests that need it are done."""
    server = DealtServer(folder, deal)
    server.up()
    yield server
    server.down()


def specials_first(pile: Sequence[str], wanted: Sequence[str]) -> tuple[int, ...]:
    """An order of a pile that begins with these specials."""
    left = list(range(len(pile)))
    first = []
    for special in wanted:
        first.append(next(place for place in left if pile[place] == special))
        left.remove(first[-1])
    return (*first, *left)


def shuffled(seed: int, size: int = 104) -> tuple[int, ...]:
    """The number cards in some order, always the same."""
    return tuple(Random(seed).sample(range(size), size))


def main(folder: str, port: str) -> None:
    """Serve until somebody stops it."""
    chance = Chance(deal=ExplicitDealer(msgspec.json.decode(Path(folder, "deal.json").read_bytes(), type=Deal)))
    chosen = settings(Path(folder), port=int(port), heartbeat=15.0, sweep=60.0, lease=30.0)
    uvicorn.Server(uvicorn_config(with_headers(application(chosen, chance)), chosen)).run()


if __name__ == "__main__":
    main(*sys.argv[1:])
