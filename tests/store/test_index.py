"""Full-text search: rank, staleness, hostile words."""

from __future__ import annotations

import json
import re
import sqlite3
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shiplap import AdaptiveChunker, FixedChunker, OptionError
from shiplap._core.boundaries import is_cut
from shiplap.errors import StoreError
from shiplap.source import view
from shiplap.store import Store
from shiplap.store import postings as module
from shiplap.store.query import MAX_TOKENS, Group, Phrase, groups, rarest
from shiplap.store.terms import LETTER, RUN, terms
from tests.support.hostile import broken
from tests.support.store_damage import edit

LONG = FixedChunker(1000, 0)


def put(store: Store, **documents: str) -> None:
    store.put_many(LONG.chunk(text, document_id=name, source=f"{name}.txt") for name, text in documents.items())


def ids(store: Store, words: str, limit: int = 10) -> list[str]:
    return [hit.document_id for hit in store.search(words, limit)]


def test_rank_snippets_and_limit() -> None:
    with Store(":memory:") as store:
        put(store, a="the cat sat here, far from any dog or bird", b="cat cat cat", c="a dog")
        (first, second) = store.search("cat")
        assert [first.id, second.id] == ["b-chunk-0", "a-chunk-0"]
        assert first.score > second.score
        assert first.snippet == "[cat] [cat] [cat]"
        assert (second.source, second.start, second.end, second.chunk_index) == ("a.txt", 0, 42, 0)
        assert ids(store, "cat", 1) == ["b"]
        assert ids(store, "CAT Dog") == ["a"]
        assert ids(store, "cat nothing") == []


def test_index_follows_every_change() -> None:
    with Store(":memory:") as store:
        put(store, a="first words", b="second words")
        assert ids(store, "words") == ["a", "b"]
        put(store, c="third words")
        assert sorted(ids(store, "words")) == ["a", "b", "c"]
        put(store, c="changed")  # its rows were the last ones: their numbers must not come back
        assert sorted(ids(store, "words")) == ["a", "b"] and ids(store, "changed") == ["c"]
        store.delete("a")
        assert ids(store, "words") == ["b"]
        store.delete("c")
        put(store, d="third")
        assert ids(store, "changed") == [] and ids(store, "third") == ["d"]


def test_index_is_made_anew_when_much_is_dead() -> None:
    with Store(":memory:") as store:
        put(store, **{f"d{k}": f"word{k} all" for k in range(8)})
        store.search("all")

        def held() -> int:
            return store._number("SELECT value FROM meta WHERE key = 'indexed_rows'")

        put(store, d0="word0 all again")
        assert len(store.search("all")) == 8 and held() == 9
        put(store, **{f"d{k}": f"word{k} all anew" for k in range(8)})
        assert len(store.search("all")) == 8 and held() == 8


def test_index_survives_vacuum(tmp_path: Path) -> None:
    path = tmp_path / "chunks.db"
    with Store(path, create=True) as store:
        put(store, a="one", b="two", c="three")
        assert ids(store, "three") == ["c"]
        store.delete("a")
        assert ids(store, "three") == ["c"]
    connection = sqlite3.connect(path)
    connection.execute("VACUUM")
    connection.close()
    with Store(path) as store:
        assert ids(store, "three") == ["c"] and ids(store, "two") == ["b"]


HOSTILE = [
    "", " ", '"', '""', "*", "word*", "AND", "OR", "NOT", "NEAR(", "a-b", "a:b", "text:word", "^word", "(", ")",
    "+", "{", "\\", "'", "';--", "\0", "word\0", "\ud800", "😀", "😀 word", "\u0301", "é", "²",
    "word" * 10_000, "-word",
]  # fmt: skip


@pytest.mark.parametrize("words", HOSTILE)
def test_hostile_words(words: str) -> None:
    with Store(":memory:") as store:
        put(store, a='a word AND "another" OR a-b é')
        store.search(words)


@given(st.text() | broken)
def test_no_words_are_a_syntax_error(words: str) -> None:
    with Store(":memory:") as store:
        put(store, a="word " + words.encode("utf-8", "replace").decode())
        store.search(words)


def phrases(words: str) -> list[Phrase]:
    """Return the phrases of a search without OR."""
    return [phrase for (phrase,) in groups(words)]


def size(found: list[Group]) -> int:
    """Return the tokens of a query."""
    return sum(len(phrase.tokens) for group in found for phrase in group)


def test_repeated_words_count_once() -> None:
    """FTS5 takes time that grows with the square of equal phrases, so what it is asked must not have them."""
    once = phrases("Rain falls in the café")
    assert [phrase.text for phrase in once] == ["Rain", "falls", "in", "the", "café"]
    again = "Rain falls in the café " + "RAIN (rain) cafe CAFÉ, cafe\u0301 falls! the-the 😀 " * 800
    assert phrases(again) == [*once, Phrase("the-the", ("the", "the"))]
    assert phrases("straße STRASSE И й") == [
        Phrase("straße", ("strasse",)), Phrase("И", ("и",)), Phrase("й", ("й",)),
    ]  # fmt: skip
    with Store(":memory:") as store:
        put(store, a="Rain falls in the café", b="rain", c="sun")
        for match in ("all", "any"):
            assert store.search("rain " * 800, match=match) == store.search("rain", match=match)
            both = store.search("rain café", match=match)
            assert store.search("RAIN Café cafe rain " * 800, match=match) == both
        assert ids(store, "rain " * 800) == ["b", "a"]


@pytest.mark.parametrize(
    "words",
    [
        " ".join(f"w{k}" for k in range(5000)),
        "-".join(f"w{k}" for k in range(5000)),
        "a-" * 100_000,
        " ".join("a-" * k for k in range(1, 100)),
        " ".join(f"w{k} w{k}-{k}" for k in range(129)),
    ],
    ids=["words", "phrase", "equal", "nested", "both"],
)
def test_many_words_are_limited(words: str) -> None:
    with Store(":memory:") as store:
        put(store, a=" ".join(f"w{k}" for k in range(2000)), b="a-a", **{f"d{k}": f"w{k}" for k in range(300)})
        assert ids(store, "w299") == ["d299", "a"]
        with pytest.raises(OptionError, match="at most 128 different words to match all of them") as caught:
            store.search(words)
        assert caught.value.option == "words" and caught.value.value == words and len(str(caught.value)) < 1500
        assert 0 < size(rarest(store._connection, groups(words))) <= MAX_TOKENS
        assert len(store.search(words, match="any")) > 0


def test_the_rarest_words_are_searched_for() -> None:
    common = [f"w{k}" for k in range(200)]
    with Store(":memory:") as store:
        put(store, **{f"d{k}": " ".join(common) for k in range(3)}, rare="needle-work", other="w0")
        words = " ".join([*common, "absent", "needle-work"])
        assert "rare" in [hit.document_id for hit in store.search(words, match="any")]
        found = [phrase.text for (phrase,) in rarest(store._connection, groups(words))]
        assert found[-1] == "needle-work" and size(rarest(store._connection, groups(words))) == MAX_TOKENS
        few = " ".join(common[: MAX_TOKENS // 2])
        assert rarest(store._connection, groups(few)) == groups(few) and len(store.search(few)) == 3


def test_many_words_in_a_store_that_is_read_only(tmp_path: Path) -> None:
    with Store(tmp_path / "c.db", create=True) as store:
        put(store, a="w1 word", b="w500")
        store.search("word")
    with Store(tmp_path / "c.db", read_only=True) as store:
        hits = store.search(" ".join(f"w{k}" for k in range(1000)), match="any")
        assert [hit.document_id for hit in hits] == ["b", "a"]


def test_words_longer_than_a_token() -> None:
    """FTS5 cuts a token after 32 KB, here within a character."""
    long = "a" + "ж" * 40_000
    with Store(":memory:") as store:
        store.put(FixedChunker(100_000, 0).chunk(f"word {long}", document_id="a"))
        assert ids(store, long) == ids(store, f"{long} word") == ["a"]
        assert ids(store, "x" * 1_000_000) == []


def test_operators_are_words() -> None:
    with Store(":memory:") as store:
        put(store, a="black and white", b="black or white", c="state-of-the-art 😀")
        assert ids(store, "black AND") == ["a"]
        assert ids(store, "black OR") == ["b"]
        assert ids(store, "state-of-the-art") == ["c"]
        assert ids(store, "😀 art") == ["c"]
        assert ids(store, "😀") == []


def test_wrong_arguments() -> None:
    with Store(":memory:") as store:
        for limit in (0, -1, True, "x", 1.5):
            with pytest.raises(OptionError):
                store.search("a", limit)  # type: ignore[arg-type]


def test_without_fts5(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "TABLES", ["CREATE VIRTUAL TABLE chunks_index USING missing(text)"])
    with Store(":memory:") as store:
        put(store, a="word")
        with pytest.raises(StoreError, match="needs FTS5"):
            store.search("word")
        put(store, b="word")
        assert len(store) == 2


def test_lock_while_indexing(tmp_path: Path) -> None:
    path = tmp_path / "chunks.db"
    with Store(path, timeout=0.05, create=True) as store:
        put(store, a="word")
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError) as caught:
            store.search("word")
        assert caught.value.retryable
        other.close()
        assert ids(store, "word") == ["a"]


# ---- headings and headers of tables


def test_headings_and_headers_of_tables_are_found() -> None:
    rows = "".join(f"| {k} | value{k} |\n" for k in range(9))
    text = "# Weather\n\n## Measurements\n\nIt rains.\n\n| Station | Depth |\n|---|---|\n" + rows
    with Store(":memory:") as store:
        store.put(AdaptiveChunker(prose=8, table=12, max_context=20).chunk(text, document_id="d"))
        (hit,) = store.search("value8")
        assert (
            hit.headings == ("Weather", "Measurements") and hit.table_header == "| Station | Depth |\n|---|---|\n"
        )
        assert hit.contextual_text == next(c for c in store if c.id == hit.id).contextual_text
        assert "value8" in hit.text and "Station" not in hit.text and "[value8]" in hit.snippet
        (hit,) = store.search("value8 station measurements")
        assert hit.contextual_text.startswith("Weather > Measurements\n\n| Station | Depth |")
        assert {"value8" in hit.text for hit in store.search("Depth", 100)} == {True, False}
        assert all("[Depth]" in hit.snippet for hit in store.search("Depth", 100))
        assert store.search('"depth value8"') == [] and len(store.search('"station depth" value8')) == 1
        assert json.loads(json.dumps(hit.to_dict()))["headings"] == ["Weather", "Measurements"]


def test_headings_that_utf8_does_not_have(tmp_path: Path) -> None:
    """JSON has lone surrogates; a damaged heading is an error with its place."""
    path = tmp_path / "c.db"
    with Store(path, create=True) as store:
        store.put(AdaptiveChunker(prose=6).chunk("# Rain\n\nIt falls. It pours.", document_id="d"))
    for headings, words in (('["\\ud800 snow"]', "snow"), ("[1]", "")):
        edit(path, f"UPDATE chunks SET headings = '{headings}' WHERE chunk_index = 1", "DROP TABLE IF EXISTS x",
             "CREATE TABLE x (a)")  # fmt: skip
        with Store(path) as store:
            if words:
                assert ids(store, words) == ["d"]
            else:
                with pytest.raises(StoreError, match=r"document 'd', chunk 1: headings is '\[1\]'"):
                    store.search("it")


# ---- scripts without spaces

TEXTS = {
    "ja": "東京都の天気は、雨でした。データベースを検索する。",
    "zh": "我们在北京的图书馆里学习中文。",
    "th": "ฉันรักภาษาไทยและอาหารไทย ที่นี่มีฝนตก",
    "lo": "ຂ້ອຍຮັກພາສາລາວ",
    "km": "ខ្ញុំស្រឡាញ់ភាសាខ្មែរ",
    "my": "ကျွန်ုပ်သည်မြန်မာစာကိုချစ်သည်",
    "mixed": "The 東京 office, ｶﾞｲﾄﾞ 2024年 and ㌍.",
    "en": "The office is in Tokyo.",
    "hi": "हिन्दी भाषा में खोज",
}


@pytest.mark.parametrize(
    ("words", "found", "snippet"),
    [
        ("天気", "ja", "[天気]"),
        ("東京都", "ja", "[東京都]"),
        ("京都", "ja", "東[京都]の"),
        ("データベース", "ja", "[データベース]"),
        ("東京", "ja mixed", "[東京]"),
        ("雨", "ja", "[雨]で"),
        ("。", "", ""),
        ("東雨", "", ""),
        ("图书馆", "zh", "的[图书馆]里"),
        ("文", "zh", "[文]"),
        ("北京 中文", "zh", "[北京]"),
        ("ภาษาไทย", "th", "[ภาษาไทย]"),
        ("อาหาร", "th", "[อาหาร]"),
        ("ฝน", "th", "[ฝน]ตก"),
        ("ที่", "th", "[ที่]นี่"),
        ("ພາສາ", "lo", "[ພາສາ]"),
        ("ភាសា", "km", "[ភាសា]"),
        ("မြန်မာ", "my", "[မြန်မာ]"),
        ("ガイド", "mixed", "[ｶﾞｲﾄﾞ]"),
        ("2024年", "mixed", "[2024年]"),
        ('"office ガイド"', "mixed", "[office, ｶﾞｲﾄﾞ]"),
        ('"東京 office"', "mixed", "[東京 office]"),
        ('"the 東"', "mixed", "[The 東]京"),
        ("東京 OR 图书", "ja mixed zh", "["),
        ("東京*", "ja mixed", "[東京]"),
        ("हिन्दी", "hi", "[हिन्दी] भाषा"),
        ("हि", "", ""),
        ("हि*", "hi", "[हिन्दी]"),
    ],
)
def test_scripts_without_spaces(words: str, found: str, snippet: str) -> None:
    with Store(":memory:") as store:
        put(store, **TEXTS)
        hits = store.search(words)
        assert {hit.document_id for hit in hits} == set(found.split())
        assert all(snippet in hit.snippet for hit in hits)
        assert all(hit.snippet.replace("[", "").replace("]", "") == hit.text for hit in hits)


def test_a_question_in_japanese() -> None:
    """No chunk has the whole question: with "any", two letters suffice."""
    with Store(":memory:") as store:
        put(store, **TEXTS)
        assert ids(store, "明日の天気は何ですか") == []
        hits = store.search("明日の天気は何ですか？", match="any")
        assert [hit.document_id for hit in hits] == ["ja"] and "[の天気は]" in hits[0].snippet
        with pytest.raises(OptionError, match="at most 128"):
            store.search("".join(map(chr, range(0x4E00, 0x4E00 + 200))))
        assert store.search("".join(map(chr, range(0x4E00, 0x4E00 + 200))) + "天気", match="any")


LETTERS = st.text("東京都の天ガｶﾞ゙ฝนตี่ကျွန် a.é\u200d\u3099🇯🇵", min_size=1, max_size=12)


@given(LETTERS, LETTERS, LETTERS)
def test_any_part_of_a_run_is_found(before: str, part: str, after: str) -> None:
    """Words found where they stand, between any others; what is marked is whole in characters and clusters."""
    text = before + part + after
    with Store(":memory:") as store:
        put(store, a=text)
        hits = store.search(part.replace('"', " "), match="any")
        for hit in hits:
            assert hit.snippet.replace("[", "").replace("]", "") == text.replace("[", "").replace("]", "")
            at = 0
            for piece in re.split(r"[\[\]]", hit.snippet)[:-1]:
                at += len(piece)
                assert is_cut(view(text), at, "grapheme")
        spans = {found.span() for found in LETTER.finditer(text)}
        own = [found.span() for found in LETTER.finditer(text, len(before), len(before + part))]
        if RUN.fullmatch(part) and spans >= set(own) and terms(part):
            assert store.search(part) and hits


# ---- phrases, prefixes, OR, stems


def test_phrases_prefixes_and_or() -> None:
    with Store(":memory:") as store:
        put(store, a="rain falls in the hills", b="falls the rain", c="raining hills", d="snow OR hail", e="rai")
        assert sorted(ids(store, "rain falls")) == ["a", "b"]
        assert ids(store, '"rain falls"') == ["a"]
        assert ids(store, '"Rain, FALLS" hills') == ["a"]
        assert ids(store, '"rain fal"*') == ["a"] and ids(store, '"rain fal*"') == []
        assert sorted(ids(store, "rai*")) == ["a", "b", "c", "e"]
        assert sorted(ids(store, "rain*")) == ["a", "b", "c"]
        assert sorted(ids(store, "snow OR raining")) == ["c", "d"]
        assert ids(store, "hills snow OR raining") == ["c"]
        assert sorted(ids(store, '"falls the" OR rai OR sno*')) == ["b", "d", "e"]
        assert ids(store, "snow or") == ["d"] and ids(store, "OR snow") == ["d"] and ids(store, "snow OR") == ["d"]
        assert ids(store, '"OR" hail') == ["d"]
        assert ids(store, 'rain" falls') == ids(store, "rain falls")
        for match in ("all", "any"):
            assert {hit.snippet for hit in store.search("rai*", match=match)} >= {"[rain] falls in the hills"}
        assert sorted(hit.document_id for hit in store.search("snow OR e raining", match="any")) == ["c", "d"]


def test_a_prefix_among_many_words() -> None:
    with Store(":memory:") as store:
        put(store, **{f"a{n}": " ".join(f"w{k}" for k in range(300)) for n in range(3)}, b="needles", c="needle")
        words = " ".join(f"w{k}" for k in range(300)) + " needle*"
        assert {hit.document_id for hit in store.search(words, match="any")} >= {"b", "c"}


def test_stems_of_english() -> None:
    with Store(":memory:") as store:
        put(store, a="It rains.", b="raining cats", c="The rain", d="rainy", e="ponies", f="a pony")
        assert ids(store, "rained") == []
        assert sorted(hit.document_id for hit in store.search("rained", language="en")) == ["a", "b", "c"]
        assert sorted(hit.document_id for hit in store.search("pony", language="en")) == ["e", "f"]
        assert [hit.document_id for hit in store.search('"rain" cat', language="en")] == []
        assert [hit.snippet for hit in store.search("rain cat", language="en-GB")] == ["[raining] [cats]"]
        assert {hit.document_id for hit in store.search("rained", language="en", match="any")} == set("abc")
        many = " ".join(f"w{k}" for k in range(127))
        assert store.search(f"{many} rained", language="en", match="any") != []
        for language in ("xx", "english", 3, ""):
            with pytest.raises(OptionError, match="language="):
                store.search("rain", language=language)  # type: ignore[arg-type]


def test_stems_of_other_languages(monkeypatch: pytest.MonkeyPatch) -> None:
    with Store(":memory:") as store:
        put(store, a="Die Häuser stehen", b="das Haus", c="книгами", d="книга")
        monkeypatch.setitem(sys.modules, "snowballstemmer", None)
        with pytest.raises(OptionError, match=r"needs the extra stems, .*pip install 'shiplap\[stems\]'"):
            store.search("Haus", language="de")
        monkeypatch.delitem(sys.modules, "snowballstemmer")
        pytest.importorskip("snowballstemmer")
        assert sorted(hit.document_id for hit in store.search("Hauses", language="de")) == ["a", "b"]
        assert sorted(hit.document_id for hit in store.search("книги", language="ru")) == ["c", "d"]


# ---- snippets


def test_marks_end_at_grapheme_clusters() -> None:
    with Store(":memory:") as store:
        put(store, a="x cafe\u0301\u20e3 rain\ufe0f\u200d👩 e\u0301t\u0323e\u0301")
        assert store.search("cafe")[0].snippet.startswith("x [cafe\u0301\u20e3] rain")
        assert "[rain\ufe0f\u200d]👩" in store.search("rain")[0].snippet
        assert "[e\u0301t\u0323e\u0301]" in store.search("eté")[0].snippet


def test_a_snippet_shows_the_most_words() -> None:
    text = "alpha. " + "x " * 50 + "alpha beta gamma. " + "y " * 50 + "beta"
    with Store(":memory:") as store:
        put(store, a=text, b="\0\1\2 rain \1 falls", c="東京" * 60 + "大阪" + "東京" * 60)
        (hit,) = store.search("alpha beta gamma")
        assert hit.snippet == "…x x x x x x [alpha] [beta] [gamma]. y y y y y y y…"
        (hit,) = store.search("rain falls")
        assert hit.snippet == "\0\1\2 [rain] \1 [falls]"
        (hit,) = store.search("大阪")
        assert len(hit.snippet) < 60 and hit.snippet.startswith("…") and "東[大阪]" not in hit.snippet[:9]
        assert "京[大阪]東" in hit.snippet


# ---- old indexes


def test_an_index_of_an_older_version_is_made_anew(tmp_path: Path) -> None:
    path = tmp_path / "c.db"
    with Store(path, create=True) as store:
        put(store, a="東京都 rain")
        assert ids(store, "京都") == ["a"]
    edit(path, "DROP TABLE chunks_index", "DELETE FROM meta WHERE key = 'indexed_version'",
         "CREATE VIRTUAL TABLE chunks_index USING fts5(text, content='chunks', content_rowid='rowid')",
         "INSERT INTO chunks_index (chunks_index) VALUES ('rebuild')")  # fmt: skip
    connection = sqlite3.connect(path)
    connection.execute("UPDATE meta SET value = (SELECT schema_version FROM pragma_schema_version)"
                       " WHERE key = 'indexed_schema'")  # fmt: skip
    connection.commit()
    connection.close()
    data = path.read_bytes()
    with Store(path, read_only=True) as store, pytest.raises(StoreError, match=r"out of date.* --index"):
        store.search("rain")
    assert path.read_bytes() == data
    with Store(path) as store:
        assert ids(store, "京都") == ["a"]
    with Store(path, read_only=True) as store:
        store.index()
        assert ids(store, "京都") == ["a"]
