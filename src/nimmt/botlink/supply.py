"""Programs that run already and have nothing to do, so that a game need not wait until one has started."""

import threading
from multiprocessing import util

from .conversation import Conversation
from .program import PATIENCE

MOST_IDLE = 20

_LOCK = threading.Lock()
_IDLE: dict[tuple[str, ...], list[Conversation]] = {}
_RUNNING: set[Conversation] = set()


def take(command: tuple[str, ...]) -> Conversation:
    """A program that runs this command and belongs to the caller alone."""
    while True:
        with _LOCK:
            idle = _IDLE.get(command)
            found = idle.pop() if idle else None
        if found is None:
            break
        if found.program.runs:
            return found
        discard(found)
    made = Conversation(command)
    with _LOCK:
        _RUNNING.add(made)
    return made


def give_back(conversation: Conversation) -> None:
    """Keep a program that is between two games, unless there are many already."""
    with _LOCK:
        room = sum(map(len, _IDLE.values())) < MOST_IDLE
        if room:
            _IDLE.setdefault(conversation.command, []).append(conversation)
    if not room:
        discard(conversation, PATIENCE)


def discard(conversation: Conversation, patience: float = 0) -> None:
    """End a program that failed or is not needed."""
    with _LOCK:
        _RUNNING.discard(conversation)
    conversation.close(patience)


def stop_programs() -> None:
    """End all of them: each is asked to go, and none is waited for long."""
    with _LOCK:
        running = list(_RUNNING)
        _RUNNING.clear()
        _IDLE.clear()
    for conversation in running:
        conversation.program.close_input()
    for conversation in running:
        conversation.close()


util.Finalize(None, stop_programs, exitpriority=10)  # also where a worker of a pool ends, which atexit does not notice
