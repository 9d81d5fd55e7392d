"""The fast paths whose gain is measured are those of the sources."""

import pytest

from benchmarks.speed import fast_paths, loops


@pytest.mark.parametrize("path", fast_paths.FAST_PATHS, ids=lambda path: path.name)
def test_a_fast_path_can_be_left_out(path: fast_paths.FastPath) -> None:
    sources = fast_paths.changed(path)
    assert set(sources) == {change.file for change in path.changes}
    names = [case.name for case in loops.cases()]
    assert all(any(name.startswith(begin) for name in names) for begin in path.cases)


def test_a_source_with_another_text_is_an_error() -> None:
    path = fast_paths.FastPath("none", (fast_paths.Change("text.pyx", "no such line", ""),), ("outline",))
    with pytest.raises(ValueError, match=r"none: text\.pyx has this 0 times: 'no such line'"):
        fast_paths.changed(path)


def test_the_largest_gain_of_a_column_counts_and_chance_does_not() -> None:
    found = {
        "outline, python, str": {"instructions": [100, 104], "time": [1.01, 1.08, 1.2]},
        "outline, cpp, str": {"instructions": [100, 103], "time": [0.99, 1.0, 1.01]},
        "adaptive, prose, str": {"instructions": [100, 98], "time": [0.97, 0.98, 1.0]},
    }
    assert fast_paths.gains(found) == {"code": pytest.approx((0.04, 0.01)), "prose": pytest.approx((-0.02, -0.03))}
    assert not fast_paths.is_worth(found)
    found["outline, cpp, str"]["time"] = [1.05, 1.06, 1.07]
    assert fast_paths.is_worth(found)
