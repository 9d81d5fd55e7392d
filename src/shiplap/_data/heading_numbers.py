"""Numbers of what is known of the headings of a text, and of the patterns of `heading_looks.py`."""

#: What is known of the headings of a text, as one number: nothing; that it has none; or HAS_MARKED, with a bit for
#: each look that counts as a heading too, or with FIND_LOOKS where that is to be found out; and ADORNED where
#: titles are underlined by other marks than `=` and `-`, as in reStructuredText.
UNKNOWN, NO_HEADINGS, HAS_MARKED, LABELLED, NUMBERED, CAPITALS, TITLE, FIND_LOOKS, ADORNED = (
    0, 1, 2, 4, 8, 16, 32, 64, 128
)  # fmt: skip
#: Two more looks: of lines that are NUMBERED in a text without markup, and items of a list in Markdown; and of
#: titles that are indented or centred.
OUTLINED, INDENTED = 256, 512
#: The grammar that was chosen for a text without a path, in the same number: so many times its place among the
#: GRAMMARS of `region_kinds.py`.
AS_GRAMMAR = 1024
AS_MARKDOWN, AS_PLAIN = AS_GRAMMAR, 2 * AS_GRAMMAR
