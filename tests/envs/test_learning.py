"""The example that learns with numpy alone: a short run gets better, and draws its curve."""

from pathlib import Path

from examples.learn import FEATURES, draw, learn


def test_a_few_generations_already_play_better(tmp_path: Path) -> None:
    weights, curve = learn(generations=3, count=16, tables=32)
    assert weights.shape == (len(FEATURES),)
    assert curve[-1].mean() > curve[0].mean() + 1
    draw(curve, tmp_path / "curve.png")
    assert (tmp_path / "curve.png").stat().st_size > 1000
