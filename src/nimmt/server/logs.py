"""Structured logs: one JSON object a line, only with fields that were chosen; never a token, code, name or text."""

import json
import logging
import time
from typing import Any

logger = logging.getLogger("nimmt.server")


class JsonLines(logging.Formatter):
    """Writes a record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Only what `log_event` was given, and where another library logs, its message."""
        stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z"
        fields: dict[str, Any] = {"at": stamp, "level": record.levelname.lower(), "event": record.getMessage()}
        fields.update(getattr(record, "fields", {}))
        if record.exc_info and record.exc_info[0]:
            fields["error"] = record.exc_info[0].__name__
            fields["trace"] = self.formatException(record.exc_info)
        return json.dumps(fields, ensure_ascii=False, default=str)


def log_event(logger: logging.Logger, level: int, event: str, **fields: Any) -> None:
    """Log an event with its fields."""
    if logger.isEnabledFor(level):
        logger.log(level, event, extra={"fields": fields})


def set_up(level: str) -> None:
    """Send everything of this process to standard error, as JSON lines; of other libraries no more than warnings.

    Below that they tell paths with codes, and frames with cards.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    root, own = logging.getLogger(), logging.getLogger("nimmt")
    root.handlers = [handler]
    own.setLevel(level)
    root.setLevel(max(logging.WARNING, own.level))
