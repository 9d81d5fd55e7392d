"""Zip files of XML: limits, damaged members, entities."""

from __future__ import annotations

import struct
import zipfile

import pytest

from shiplap.errors import OptionError, ReaderError, TextTypeError
from shiplap.readers.packages import Package
from tests.readers.office import zipped

pytest.importorskip("lxml")

BOMB = "<!DOCTYPE a [<!ENTITY x 'rain'>" + "".join(
    f"<!ENTITY x{n} '{f'&x{n - 1};' * 10 if n else '&x;' * 10}'>" for n in range(9)
)


def fails(data: bytes, name: str, rule: str, **options: int) -> None:
    with pytest.raises(ReaderError) as caught:
        package = Package(data, "docx", **options)
        package.xml(name)
    assert (caught.value.reader, caught.value.place) == ("docx", name)
    assert rule in caught.value.rule


def test_limits() -> None:
    data = zipped({"a": b"<a>" + b" " * 60 + b"</a>", "b": b"<b>" + b" " * 60 + b"</b>"})
    package = Package(data, "docx", 100)
    assert package.xml("a").tag == "a"
    with pytest.raises(ReaderError, match=r"docx, b: must have at most max_expansion=100 bytes.*, not 67"):
        package.xml("b")
    for wrong in (0, -1, True, 1.5, "1"):
        with pytest.raises(OptionError, match="max_expansion="):
            Package(data, "docx", wrong)  # type: ignore[arg-type]


def test_bombs() -> None:
    fails(zipped({"a": b" " * 20_000_000}), "a", "must be at most 200 times as large")
    data = zipped({"a": b"<a>" + b" " * 100_000 + b"</a>"})
    small = data.replace(struct.pack("<I", 100_007), struct.pack("<I", 50))
    assert small != data
    fails(small, "a", "is damaged: Bad CRC-32")


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_other_methods(method: int) -> None:
    fails(zipped({"a": b"<a/>"}, method), "a", "must be stored or deflated")


def test_encrypted() -> None:
    data = bytearray(zipped({"a": b"<a/>"}))
    data[data.rindex(b"PK\x01\x02") + 8] |= 1
    fails(bytes(data), "a", "is encrypted")
    fails(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "", "one with a password")


def test_damaged() -> None:
    data = zipped({"a": b"<a>" + bytes(range(32, 60)) * 9 + b"</a>"})
    fails(b"", "", "must be a zip file")
    fails(data[: len(data) // 2], "", "must be a zip file")
    fails(data[:45] + b"\xff" * 20 + data[65:], "a", "is damaged")
    fails(data, "b", "is missing")
    with pytest.raises(TextTypeError, match=r"path\.read_bytes"):
        Package("rain.docx", "docx")  # type: ignore[arg-type]


@pytest.mark.parametrize("document", [f"{BOMB}]><a>&x8;</a>", f"{BOMB}]><a b='&x8;'/>"])
def test_entities_are_not_expanded(document: str) -> None:
    for encoding in ("utf-8", "utf-16"):
        with pytest.raises(ReaderError) as caught:
            Package(zipped({"a": document.encode(encoding)}), "docx").xml("a")
        assert caught.value.place == "a"


def test_other_files_are_not_read(tmp_path: object) -> None:
    file = str(tmp_path) + "/secret"
    with open(file, "w") as secret:
        secret.write("<!ENTITY y 'secret'>")
    for declared in (f"<!ENTITY x SYSTEM 'file://{file}'>", f"<!ENTITY % p SYSTEM 'file://{file}'> %p;"):
        fails(zipped({"a": f"<!DOCTYPE a [{declared}]><a>&x;</a>"}), "a", "must")
    external = f"<!DOCTYPE a SYSTEM 'file://{file}'><a>b</a>"
    assert Package(zipped({"a": external}), "docx").xml("a").text == "b"
    fails(zipped({"a": external.replace("b<", "&y;<")}), "a", "must")


def test_relations_lead_to_members_alone() -> None:
    rels = '<Relationships><Relationship Id="r" Type="t/styles" Target="../../../etc/passwd"/></Relationships>'
    package = Package(zipped({"word/_rels/a.xml.rels": rels}), "docx")
    assert package.related("word/a.xml", "styles") == "etc/passwd" and "etc/passwd" not in package
