from array import array

from typing_extensions import Self

from shiplap._core.text.text import Text

class Outliner:
    language: str
    def __new__(cls, language: str) -> Self: ...
    def __call__(self, text: Text) -> tuple[array[int], array[int], array[int]]: ...

def convert(text: Text, offsets: array[int], unit: str, /) -> array[int]: ...
