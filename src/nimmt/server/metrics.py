"""Numbers for Prometheus. With several workers, each answers for itself."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


class Metrics:
    """What is counted; a registry of its own, so that two servers can run in one process."""

    def __init__(self) -> None:
        """Start at zero."""
        self.registry = CollectorRegistry()
        self.tables = self._counter("tables_opened", "Tables opened")
        self.games = self._counter("games_finished", "Games that came to their end")
        self.conflicts = self._counter("append_conflicts", "Appends that another worker was faster with")
        self.folded = self._counter("entries_folded", "Entries of stored logs that were folded again")
        self.bot_failures = self._counter("bot_failures", "Decisions of bots that were too slow, illegal or crashed")
        self.dropped = self._counter("sockets_dropped", "Sockets closed by the server: slow readers and floods")
        self.refused = Counter("nimmt_refused", "Refusals by code", ["code"], registry=self.registry)
        self.actions = Counter(
            "nimmt_actions", "First answers to decisions, by who gave them", ["by"], registry=self.registry
        )
        self._players = self.actions.labels("player")
        self.sockets = Gauge("nimmt_sockets", "Open sockets", registry=self.registry)
        self.unread = Gauge("nimmt_sockets_unread", "Open sockets whose reader does not read", registry=self.registry)
        self.away = Gauge("nimmt_store_away", "Whether the store is away", registry=self.registry)
        self.cached = Gauge("nimmt_tables_in_memory", "Tables in memory", registry=self.registry)
        self.commit = Histogram(
            "nimmt_action_seconds", "From an action to its acknowledgement", registry=self.registry, buckets=BUCKETS
        )

    def acted(self, seconds: float) -> None:
        """A player has answered a decision, and it took so long to store that."""
        self._players.inc()
        self.commit.observe(seconds)

    def _counter(self, name: str, text: str) -> Counter:
        return Counter(f"nimmt_{name}", text, registry=self.registry)

    def text(self) -> bytes:
        """Everything, as Prometheus reads it."""
        return generate_latest(self.registry)
