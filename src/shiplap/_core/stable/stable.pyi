from typing_extensions import Self

from shiplap._core.text.spans import Spans
from shiplap._core.text.text import Text

class StableCuts:
    def __new__(cls, size: int, key: int = 0) -> Self: ...
    def cut(self, text: Text) -> Spans: ...
