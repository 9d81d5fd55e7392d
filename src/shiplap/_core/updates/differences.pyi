from collections.abc import Sequence

from shiplap._core.text.text import Text

class Changes(Sequence[tuple[int, int, int, int]]): ...

def differences(old: Text, new: Text) -> Changes: ...
