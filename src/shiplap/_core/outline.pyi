from array import array

from shiplap._core.text import Text

class Outliner:
    language: str
    def __init__(self, language: str) -> None: ...
    def __call__(self, text: Text) -> tuple[array[int], array[int], array[int]]: ...

def convert(text: Text, offsets: array[int], unit: str) -> array[int]: ...
