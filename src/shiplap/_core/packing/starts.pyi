from array import array

from shiplap._core.text.spans import Spans
from shiplap._core.text.text import Text

def starts(
    text: Text,
    at: array[int],
    ranks: array[int],
    ends: array[int],
    lows: array[int],
    words: array[int],
    strip_whitespace: bool,
    skip_blank: bool,
    place: int,
    before: int,
) -> Spans: ...
def positions(text: Text, lows: array[int], at: array[int], m: array[int], unit: str) -> array[int]: ...
