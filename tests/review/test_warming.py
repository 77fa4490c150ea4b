"""After the warm-up of a server nobody waits for the compiler: whatever a review needs is loaded."""

import subprocess
import sys

SOURCE = """
import gc, nimmt
from numba.core.dispatcher import Dispatcher
from nimmt.dealer import SeededDealer
from nimmt.records import Recorder
from nimmt.bots import bot
from nimmt.bots.playing import play_out
from nimmt.review import review, warm_up

def kernels():
    found = (each for each in gc.get_objects() if isinstance(each, Dispatcher))
    return {(each.py_func.__qualname__, str(signature)) for each in found for signature in each.overloads}

records = []
for key in ("base", "even_odd", "reversed_digits", "surprise", "versus_ox", "bullenparty"):
    recorder = Recorder(nimmt.game(key, players=3), SeededDealer.of("warm"))
    play_out(recorder, [bot("greedy")] * 3, "warm")
    records.append(recorder.record())
warm_up()
before = kernels()
for record in records:
    review(record, 0, 3.0, only=1)
print(bool(before), sorted(kernels() - before))
"""


def test_reviews_need_nothing_that_was_not_warmed_up() -> None:
    """In a new process, where nothing is loaded yet."""
    done = subprocess.run([sys.executable, "-c", SOURCE], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "True []\n"
