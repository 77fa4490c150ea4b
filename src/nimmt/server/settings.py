"""How a server runs. What operators may change has a flag of `nimmt serve` and an environment variable `NIMMT_…`."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from .plans import DAY


class Limits(Struct, frozen=True, kw_only=True):
    """What one connection and one address may ask for."""

    requests: float = 20  # HTTP requests per second and address
    requests_burst: int = 100
    tables: float = 0.2  # new tables per second and address
    tables_burst: int = 20
    guesses: float = 0.2  # wrong codes, tokens and seat codes per second and address
    guesses_burst: int = 20
    sockets: int = 50  # open sockets per address
    messages: float = 15  # messages per second and socket
    messages_burst: int = 60
    message_bytes: int = 16_384
    body_bytes: int = 65_536
    work: float = 1  # records, replays and checks per second and address that must be worked out
    work_burst: int = 30
    request_seconds: float = 30  # from the first byte of an HTTP request to its last
    idle_seconds: int = 60  # between two requests on one connection
    backlog: int = 256  # messages that may wait for a slow reader before it is cut off
    hello_seconds: float = 10
    open_tables: int = 20_000  # tables in the store that are not over
    entries: int = 20_000  # entries in one table's log; chat is refused beyond, moves are not
    addresses: int = 50_000  # addresses that are remembered at once
    unattended: int = 1_000  # answers in a row of bots and clocks at a table where nobody is connected
    worker_tables: int = 10_000  # tables that one worker has in memory, most of them because somebody is connected
    worker_sockets: int = 20_000  # open sockets of one worker


class Settings(Struct, frozen=True, kw_only=True):
    """All of it; the seconds from `heartbeat` to `look`, and `cache`, are for tests to change and have no flags."""

    database: str = "sqlite:nimmt.db"
    host: str = "0.0.0.0"
    port: Annotated[int, Meta(ge=0, le=65_535)] = 8766
    workers: Annotated[int, Meta(ge=1, le=64)] = 1
    neighbours: str = ""  # a folder in which processes of this machine find each other, to hand connections over
    origins: tuple[str, ...] = ()  # other pages that may use this server, such as https://example.org
    hosts: tuple[str, ...] = ()  # names that this server goes by, such as example.org or *.example.org
    metrics: Literal["local", "all", "none"] = "local"  # who may read /metrics: this machine, everybody, nobody
    proxied: bool = False  # behind a proxy that sets X-Forwarded-For: the same as one of `proxies`
    proxies: Annotated[int, Meta(ge=0, le=20)] = 0  # proxies in front that each add to X-Forwarded-For
    public: bool = True  # whether tables may be listed for everybody
    daily: bool = True  # whether there is a deal of the day
    words: tuple[str, ...] = ()  # that names must not have and chat does not show
    keep_days: Annotated[float, Meta(gt=0, le=100_000)] = 30
    keep_lobby_hours: Annotated[float, Meta(gt=0, le=1_000_000)] = 24
    pace: Annotated[float, Meta(ge=0, le=100)] = 1.0  # a factor on the bots' thinking pauses; 0 is at once
    bot_seconds: Annotated[float, Meta(gt=0, le=3_600)] = 5.0
    heartbeat: float = 1.0
    sweep: float = 1.0
    lease: float = 5.0  # how long another worker waits before it looks after a table
    store_seconds: float = 5.0  # how long the store may take to answer before it counts as away
    look: float = 5.0  # how often a worker compares its tables with a store that others write to as well
    cache: int = 2_000  # tables that are kept in memory for a while although nobody needs them
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"] = "INFO"
    limits: Limits = Limits()

    @property
    def keep_seconds(self) -> float:
        """How long a table is kept after the last thing that happened there."""
        return self.keep_days * DAY

    @property
    def trusted_proxies(self) -> int:
        """How many of the addresses in X-Forwarded-For are not made up."""
        return self.proxies or int(self.proxied)
