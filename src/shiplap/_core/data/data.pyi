from array import array

from shiplap._core.text.text import Text

def outline(text: Text, name: str, fits: int, /) -> tuple[array[int], array[int], array[int]]: ...
