"""Mistakes that type checkers must find: an error in each line that ends with `# wrong`, and nowhere else."""

import shiplap
from shiplap.arrow import chunk as chunk_column

shiplap.FixedChunker(snap="chapter")  # wrong
shiplap.FixedChunker(unit="words")  # wrong
shiplap.FixedChunker(trim=True)  # wrong
shiplap.FixedChunker(chunk_size="900")  # wrong
shiplap.SentenceChunker(sentence_rule="standart")  # wrong
shiplap.RecursiveChunker(on_empty="error")  # wrong
shiplap.AdaptiveChunker(parser="treesitter")  # wrong
shiplap.preset("fixed-800")  # wrong
shiplap.preset("fixed-900", snap="chapter")  # wrong
shiplap.preset("fixed-900", document_type="novel")  # wrong
shiplap.chunk("text", "fixed-800")  # wrong
shiplap.chunk("text", oversize="keep")  # wrong
shiplap.chunk(7)  # wrong
shiplap.sentences("text", "simpel")  # wrong
shiplap.sentences("text", language="xx")  # wrong
shiplap.outline("text", "python", parser="regex")  # wrong
shiplap.FixedChunker().chunk_batch(["text"], on_error="ignore")  # wrong
shiplap.chunk("text").document_id = "a"  # wrong
shiplap.chunk("text")[0].start = 1  # wrong
shiplap.chunk("text").stats("simpel")  # wrong
chunk_column(object(), "fixed-900", carry=["year"])  # wrong
