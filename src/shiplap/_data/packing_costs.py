"""Costs of the packing of a mixed document: the ranks of the break points, and the cost of each rank.

The reference reads these tables as they stand; the core is given the same numbers.
"""

from __future__ import annotations

#: The kinds of content, in the order of their numbers.
KINDS = ("prose", "code", "table", "data")
PROSE, CODE, TABLE, DATA = range(4)

#: The ranks of places. A heading begins at SECTION; INTRO is before a table or listing that the text above it
#: introduces; HEADED is after a heading, and after a lead (`reference.boundaries.leads`) before what is no prose;
#: LED and LED_ITEM are PARAGRAPH and ITEM after a lead; ITEM is after a sentence that ends its line; GROUP is
#: before a row that begins a group of its own; CODE_0 to CODE_5 are the ranks of an outline, DATA_0 to DATA_5
#: those of structured data; WORD is within what is too long.
(SECTION, REGION, PARAGRAPH, ITEM, SENTENCE, INTRO, HEADED, LED, LED_ITEM, GROUP, ROW,
 CODE_0, CODE_1, CODE_2, CODE_3, CODE_4, CODE_5, WORD,
 DATA_0, DATA_1, DATA_2, DATA_3, DATA_4, DATA_5) = range(24)  # fmt: skip

#: What a chunk costs, and an end at each rank: for one chunk less, so much worse an end may be taken, such as two
#: and a half paragraphs that are split at a sentence. docs/guides/mixed-documents.md has what else was tried.
CHUNK = 100
COST = (0, 0, 2, 20, 40, 45, 700, 700, 700, 5, 20, 0, 3, 15, 25, 40, 80, 90, 0, 3, 15, 25, 40, 80)
#: What it costs to begin a chunk without its overlap, where nothing fits with it. A place of a BINDING rank costs
#: more, and two chunks more: only what does not fit together is cut there.
YIELD = 400

#: The number of records around a place in structured data, by its rank. A chunk leaves the record that it begins
#: in with the next place of a lower level.
LEVEL = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 1, 2, 3, 3, 3)
LEVELS = 5
#: The cost of a chunk that begins in a record and goes on behind its end, and the additional cost if the chunk has
#: a whole limit of text before that end: the more of the record is in the chunk, the better it stands alone.
LEAVE, LEAVE_LIMIT = 60, 300

#: What is repeated begins at a place of a grade not above that of the end before it: between definitions whole
#: definitions are repeated, between statements whole statements.
GRADE = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5)
#: At a place of this grade, and anywhere in prose, whole words are repeated where no such place is near.
WORDS = 6
#: Nothing is repeated across places of these ranks: what begins there is something else.
ORIGINS = (SECTION, REGION, INTRO, HEADED)
#: What is before a place of these ranks belongs to what is after it.
BINDING = (HEADED, LED, LED_ITEM)

#: The length of the directions that segments by meaning compare: their numbers fit 16 bits, and the product of two
#: directions fits 32 bits.
SCALE = 2048
