from array import array

from shiplap._core.spans import Spans
from shiplap._core.text import Text
from shiplap.plan import Plan

class Windows:
    def __init__(self, plan: Plan) -> None: ...
    def __call__(self, text: Text, given: array[int] | None = None) -> tuple[Spans, Spans | None]: ...
