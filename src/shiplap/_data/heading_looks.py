"""What headings without marks look like: the numbers of the looks, and the words that begin one.

The reference reads these as they stand; the core is given the same by csrc/tools/gen_headings.py.
"""

from __future__ import annotations

#: What is known of the headings of a text, as one number: nothing; that it has none; or HAS_MARKED, with a bit for
#: each look that counts as a heading too, or with FIND_LOOKS where that is to be found out; and ADORNED where
#: titles are underlined by other marks than `=` and `-`, as in reStructuredText.
UNKNOWN, NO_HEADINGS, HAS_MARKED, LABELLED, NUMBERED, CAPITALS, TITLE, FIND_LOOKS, ADORNED = (
    0, 1, 2, 4, 8, 16, 32, 64, 128
)  # fmt: skip
#: The grammar that was chosen for a text without a path, in the same number: so many times its place among the
#: GRAMMARS of `region_kinds.py`.
AS_GRAMMAR = 256
AS_MARKDOWN, AS_PLAIN = AS_GRAMMAR, 2 * AS_GRAMMAR

#: The names of parts of laws, contracts, reports and books, before a number: English, German, French, Spanish,
#: Italian, Portuguese, Dutch, Polish, Russian, Ukrainian, Greek.
_WORDS = """
    Article Art. Section Sec. Chapter Part Title Annex Appendix Schedule Clause Rule Book Volume Division Exhibit
    Artikel Art Abschnitt Kapitel Teil Titel Anhang Anlage Buch
    Chapitre Partie Titre Annexe
    Artículo Sección Capítulo Parte Título Anexo Libro Disposición
    Articolo Sezione Capitolo Capo Titolo Allegato
    Artigo Seção Secção Capítulo
    Afdeling Hoofdstuk Deel Bijlage
    Artykuł Rozdział Dział Część Załącznik
    Статья Глава Раздел Часть Приложение
    Стаття Розділ Частина Додаток
    Άρθρο Κεφάλαιο Μέρος Παράρτημα
"""

#: The same, and in capitals.
LABELS = tuple(dict.fromkeys(form for word in _WORDS.split() for form in (word, word.upper())))

#: What stands before a number and after it in Chinese, Japanese and Korean: 第三章, 제3조.
ORDINALS = "第제"
NUMERALS = "〇零一二三四五六七八九十百千"
COUNTERS = "章節节條条編编部款項项篇회장절조편관항"

#: Code points of a title, without what links lead to.
MAX_TITLE = 80

#: Code points of a piece of text that is read for its looks; how far pieces are apart at most; and the last one.
PIECE = 1024
PIECE_STEP = 65536
LAST_PIECE = 983040
#: Code points of a text by which its headings are known: the last piece, and what is read after it; by which it is
#: known whether it has marks: the sample of `reference.regions.regions`, and its last line.
KNOWN_BY = 1 << 20
MARKS_KNOWN_BY = 1 << 15

#: Lines of a look with a body, and pieces that have one, for it to count; all pieces for one that has a title.
MIN_LINES = 2
MIN_PIECES = 2
SHARE = 4
#: Marked headings in the pieces beside which titles do not count.
MAX_MARKED = 1
