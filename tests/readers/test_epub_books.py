"""Books: chapters in the order of the spine, anchors, metadata, damaged and protected files."""

from __future__ import annotations

import pytest

import shiplap
from shiplap.errors import OptionError, ReaderError
from shiplap.readers import epub
from tests.readers.office import zipped
from tests.readers.rows import rows

pytest.importorskip("lxml")
pytest.importorskip("selectolax")

CONTAINER = "<container xmlns='urn:c'><rootfiles><rootfile full-path='OEBPS/book.opf'/></rootfiles></container>"

METADATA = """<dc:title>On rain</dc:title><dc:creator opf:role="aut">Ann</dc:creator><dc:creator>Ben</dc:creator>
<dc:language>en</dc:language><dc:date>2026-01-02</dc:date><dc:identifier>urn:isbn:1</dc:identifier>
<meta property="dcterms:modified">2026-02-03T04:05:06Z</meta>"""


def page(body: str) -> str:
    return f"<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'><body>{body}</body></html>"


MANIFEST = (
    ("a", "text/one%20a.xhtml", "application/xhtml+xml"),
    ("b", "text/two.xhtml", "application/xhtml+xml"),
    ("c", "cover.png", "image/png"),
    ("d", "three.html", "wrong/type"),
)


def book(spine: str = "cbada", manifest: tuple[tuple[str, str, str], ...] = MANIFEST) -> dict[str, str | bytes]:
    items = "".join(f'<item id="{name}" href="{href}" media-type="{kind}"/>' for name, href, kind in manifest)
    order = "".join(f'<itemref idref="{name}"/>' for name in spine)
    spaces = 'xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="urn:o"'
    return {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": CONTAINER,
        "OEBPS/book.opf": f"<package {spaces}><metadata>{METADATA}</metadata><manifest>{items}</manifest>"
        f"<spine>{order}</spine></package>",
        "OEBPS/text/one a.xhtml": page('<h1 id="rain">Rain</h1><p>It <a id="here"/>rains.</p><script>x</script>'),
        "OEBPS/text/two.xhtml": page("<p>Second.</p>"),
        "OEBPS/three.html": page("<ul><li>three</li></ul>"),
        "OEBPS/cover.png": b"\x89PNG",
    }


def test_chapters_in_the_order_of_the_spine() -> None:
    document = epub(zipped(book()), path="rain.epub", source="rain.epub")
    assert document.text == "Second.\n\n# Rain\n\nIt rains.\n\n- three" and document.path == "rain.epub.md"
    anchors = [(str(document.text)[start:][:6], name) for start, _, name in document.provenance["anchors"]]  # type: ignore[index]
    assert anchors == [
        ("Second", "text/two.xhtml"),
        ("# Rain", "text/one a.xhtml"),
        ("# Rain", "text/one a.xhtml#rain"),
        ("rains.", "text/one a.xhtml#here"),
        ("- thre", "three.html"),
    ]
    assert rows(document, "anchors")[0] == ("", "text/two.xhtml")
    chunks = shiplap.RecursiveChunker(12, 0, unit="characters").chunk(document)
    assert chunks[-1].address == "rain.epub#three.html"


def test_metadata() -> None:
    assert epub(zipped(book())).metadata == {
        "title": "On rain",
        "authors": ["Ann", "Ben"],
        "language": "en",
        "created": "2026-01-02",
        "modified": "2026-02-03T04:05:06Z",
        "identifier": "urn:isbn:1",
    }


def test_protected_books() -> None:
    def protected(member: str) -> bytes:
        reference = f"<encryption><CipherData><CipherReference URI='{member}'/></CipherData></encryption>"
        return zipped({**book(), "META-INF/encryption.xml": reference})

    assert epub(protected("OEBPS/font.otf")).text == epub(zipped(book())).text
    with pytest.raises(ReaderError, match=r"epub, OEBPS/text/two.xhtml: is encrypted"):
        epub(protected("OEBPS/text/two.xhtml"))


@pytest.mark.parametrize(
    ("changed", "place", "rule"),
    [
        ({"META-INF/container.xml": "<a/>"}, "META-INF/container.xml", "must name a package document"),
        ({"META-INF/container.xml": "<a>"}, "META-INF/container.xml", "must be XML"),
        ({"OEBPS/book.opf": ""}, "OEBPS/book.opf", "must be XML"),
        (book(spine="x"), "OEBPS/book.opf", "entry 1 of the spine must name an item of the manifest"),
        (book("a", (("a", "../../etc/passwd.html", ""),)), "etc/passwd.html", "is missing"),
    ],
)
def test_damaged_books(changed: dict[str, str | bytes], place: str, rule: str) -> None:
    with pytest.raises(ReaderError) as caught:
        epub(zipped({**book(), **changed}))
    assert (caught.value.reader, caught.value.place) == ("epub", place) and caught.value.rule.startswith(rule)


def test_limits() -> None:
    with pytest.raises(ReaderError, match=r"epub, OEBPS/.*: must have at most max_expansion=1,000 bytes"):
        epub(zipped(book()), max_expansion=1000)
    with pytest.raises(OptionError, match="max_expansion=0"):
        epub(zipped(book()), max_expansion=0)


def test_entities_in_chapters_are_not_read() -> None:
    for declared in ("<!ENTITY x SYSTEM 'file:///etc/passwd'>", "<!ENTITY x 'yy'>"):
        chapter = f"<!DOCTYPE html [{declared}]><html><body><p>a &x; b</p></body></html>"
        text = str(epub(zipped({**book("b"), "OEBPS/text/two.xhtml": chapter})).text)
        assert "root:" not in text and "yy" not in text.replace("'yy'", "")
