"""Grounding: do chunks support a claim, and which ones? `Grounder` scores claims, `evaluate_grounding` measures a
grounder on labelled claims.

>>> import shiplap
>>> from shiplap.grounding import Grounder
>>> from shiplap.vectors import HashedWords             # needs no model; any function that embeds will do
>>> text = "The old man snores. It rains in the hills all day long. Nobody minds the dog, the dog minds nobody."
>>> chunks = shiplap.SentenceChunker(40, 0, min_size=1, max_size=60).chunk(text, document_id="faq.txt")
>>> found = Grounder(chunks, HashedWords(), k=2).score("It rains all day long in the hills")
>>> found.grounded, round(found.score, 1), found.evidence[0].id, (found.evidence[0].start, found.evidence[0].end)
(True, 1.0, 'faq.txt-chunk-1', (20, 56))
>>> Grounder(chunks, HashedWords()).score("The cat is on the roof").grounded
False
"""

from shiplap.grounding.evaluation import GroundingFigures, GroundingReport, evaluate_grounding
from shiplap.grounding.grounder import Evidence, Grounder, Grounding

__all__ = ["Evidence", "Grounder", "Grounding", "GroundingFigures", "GroundingReport", "evaluate_grounding"]
