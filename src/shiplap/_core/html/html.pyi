from array import array

FUNCTIONS: tuple[str, ...]

def connect(addresses: dict[str, int]) -> int: ...
def read(
    source: bytes, original: bytes, begin: int, is_ascii: bool, is_xml: bool, is_main: bool
) -> tuple[str, list[tuple[str, str]], array[int], array[int], list[str]]: ...
