"""A program that runs beside us. Whatever it does, no call here waits longer than it was told to."""

import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import IO

from .failures import BotFailed, quote, quote_lines

LONGEST_LINE = 64 * 1024
"""Bytes in a line of a program: an answer is far shorter."""

MOST_UNREAD = 16
"""Lines that may wait until they are read: a program that keeps to the protocol writes one at a time."""

CHUNK = 64 * 1024
LAST_WORDS = 8000
"""How many bytes of its error output are kept."""

PATIENCE = 1.0
"""Seconds that a program has to end after its input has ended."""


class Program:
    """Started without a shell, with pipes for its input and output, in a process group of its own."""

    def __init__(self, command: Sequence[str]) -> None:
        """Start it."""
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=sys.platform != "win32",
            )
        except (OSError, ValueError) as error:
            raise BotFailed("cannot_start", reason=getattr(error, "strerror", None) or error) from None
        self._written: queue.Queue[bytes | BotFailed] = queue.Queue()
        self._to_write: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._complaints = b""
        self._killed = False
        works = (self._read, self._write, self._listen)
        self._threads = [threading.Thread(target=work, daemon=True) for work in works]
        for thread in self._threads:
            thread.start()

    @property
    def runs(self) -> bool:
        """Whether it has not ended."""
        return self._process.poll() is None

    def send(self, line: bytes) -> None:
        """Write a line as soon as the program reads it."""
        self._to_write.put(line + b"\n")

    def read(self, seconds: float) -> bytes | None:
        """The next line, or None if there is none in time. Raises what the program did wrong."""
        try:
            found = self._written.get(timeout=max(seconds, 0))
        except queue.Empty:
            if self.runs:
                return None
            found = BotFailed("closed")  # its output is held open by something that it has started
        if isinstance(found, BotFailed):
            self._written.put(found)  # whoever asks again is told again
            raise self._explained(found)
        return found

    def unread(self) -> bytes | None:
        """A line that was written already, if there is one."""
        return self.read(0) if not self._written.empty() else None

    def close_input(self) -> None:
        """Say that nothing more will come; a good program ends then."""
        self._to_write.put(None)

    def wait(self, seconds: float) -> bool:
        """Whether it ends in this time."""
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    @property
    def last_words(self) -> str:
        """The end of what it wrote to its error output."""
        return quote(self._complaints.strip().rpartition(b"\n")[2])

    @property
    def error_output(self) -> str:
        """All that was kept of its error output; from the first whole line on if some was not."""
        kept = self._complaints
        return quote_lines(kept.partition(b"\n")[2] if len(kept) == LAST_WORDS and b"\n" in kept else kept)

    def kill(self) -> None:
        """End it, and whatever it has started, unless that has left its process group."""
        self._killed = True
        if sys.platform == "win32":
            self._process.kill()
        else:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self.close_input()
        until = time.monotonic() + PATIENCE
        for thread in self._threads:
            thread.join(max(until - time.monotonic(), 0))

    def _explained(self, failure: BotFailed) -> BotFailed:
        """A program that ended: with which status, and what it said last."""
        if failure.fault == "closed" and self.wait(PATIENCE):
            failure = BotFailed("ended", status=self._process.returncode)
        if not self.runs:
            self._threads[2].join(PATIENCE)  # until its complaint has been read to the end
        failure.last_words, failure.error_output = self.last_words, self.error_output
        return failure

    # --- Each in a thread of its own, which closes its pipe ---------------------------------------

    def _read(self) -> None:
        """Take lines in, and stop at the first that nobody could want."""
        rest = b""
        for chunk in self._chunks(self._process.stdout):
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                if len(line) > LONGEST_LINE or self._written.qsize() >= MOST_UNREAD:
                    break
                self._written.put(line.rstrip(b"\r"))
            else:
                if len(rest) <= LONGEST_LINE:
                    continue
            self._written.put(self._flood())
            return
        self._written.put(BotFailed("half_line", text=quote(rest)) if rest else BotFailed("closed"))

    def _flood(self) -> BotFailed:
        if self._written.qsize() >= MOST_UNREAD:
            return BotFailed("too_many_lines", most=MOST_UNREAD)
        return BotFailed("long_line", most=LONGEST_LINE)

    def _write(self) -> None:
        assert self._process.stdin is not None
        with suppress(OSError, ValueError), self._process.stdin as pipe:
            while (line := self._to_write.get()) is not None:
                left = memoryview(line)
                while left:
                    left = left[pipe.write(left) or 0 :]

    def _listen(self) -> None:
        """Keep the end of what it complains of."""
        for chunk in self._chunks(self._process.stderr):
            self._complaints = (self._complaints + chunk)[-LAST_WORDS:]

    def _chunks(self, pipe: IO[bytes] | None) -> Iterator[bytes]:
        """What comes out of a pipe, until it is closed at the other end or the program is killed."""
        assert pipe is not None
        with pipe, suppress(OSError):
            while (chunk := os.read(pipe.fileno(), CHUNK)) and not self._killed:
                yield chunk
