"""Evaluation of chunking: retrieval measured with questions, with confidence intervals and an honest verdict.

`corpus.py` reads documents and questions, `retrievers.py` and `bm25.py` rank chunks, `metrics.py` measures the
shown text, `significance.py` tests differences, `retrieval.py` combines them, `modes.py` compares modes of search.
`quality.py` and `intrinsic.py` compute metrics without questions, `retrieval_log.py` summarizes a retrieval log.
`tuning.py` scores a grid of configurations, with questions made by `synthetic.py` if none are given; `report.py`
and `plots.py` present it.
"""

from shiplap.evaluate.bm25 import Bm25
from shiplap.evaluate.corpus import Corpus, Cut, Question, cut, read_documents, read_questions
from shiplap.evaluate.intrinsic import Intrinsic, Marks, intrinsic_of
from shiplap.evaluate.metrics import MEASURES, Gold, measure
from shiplap.evaluate.modes import MODES, compare_modes
from shiplap.evaluate.quality import Quality, quality_of
from shiplap.evaluate.retrieval import Comparison, Evaluation, Result, at_mean_size, evaluate_retrieval
from shiplap.evaluate.retrieval_log import Feedback, LogSummary, log_line, summarize_log
from shiplap.evaluate.retrievers import RETRIEVERS, Bm25s, Dense, FullText, Hybrid, Retriever
from shiplap.evaluate.significance import Paired, Verdict, interval, paired, verdict
from shiplap.evaluate.structure import (
    Definition,
    Structure,
    Table,
    definitions_of,
    fewest_chunks,
    kind_accuracy,
    structure,
    tables_of,
)
from shiplap.evaluate.synthetic import synthetic_questions
from shiplap.evaluate.tuning import Tuning, tune

__all__ = [
    "MEASURES",
    "MODES",
    "RETRIEVERS",
    "Bm25",
    "Bm25s",
    "Comparison",
    "Corpus",
    "Cut",
    "Definition",
    "Dense",
    "Evaluation",
    "Feedback",
    "FullText",
    "Gold",
    "Hybrid",
    "Intrinsic",
    "LogSummary",
    "Marks",
    "Paired",
    "Quality",
    "Question",
    "Result",
    "Retriever",
    "Structure",
    "Table",
    "Tuning",
    "Verdict",
    "at_mean_size",
    "compare_modes",
    "cut",
    "definitions_of",
    "evaluate_retrieval",
    "fewest_chunks",
    "interval",
    "intrinsic_of",
    "kind_accuracy",
    "log_line",
    "measure",
    "paired",
    "quality_of",
    "read_documents",
    "read_questions",
    "structure",
    "summarize_log",
    "synthetic_questions",
    "tables_of",
    "tune",
    "verdict",
]
