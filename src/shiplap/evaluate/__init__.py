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
from shiplap.evaluate.metrics import Gold, measure
from shiplap.evaluate.modes import compare_modes
from shiplap.evaluate.quality import Quality, quality_of
from shiplap.evaluate.retrieval import Comparison, Evaluation, Result, evaluate_retrieval
from shiplap.evaluate.retrieval_log import Feedback, LogSummary, log_line, summarize_log
from shiplap.evaluate.retrievers import Bm25s, Dense, FullText, Hybrid, Retriever
from shiplap.evaluate.significance import Paired, Verdict, verdict
from shiplap.evaluate.structure import Structure, structure
from shiplap.evaluate.synthetic import synthetic_questions
from shiplap.evaluate.tuning import Tuning, tune

__all__ = [
    "Bm25",
    "Bm25s",
    "Comparison",
    "Corpus",
    "Cut",
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
    "Tuning",
    "Verdict",
    "compare_modes",
    "cut",
    "evaluate_retrieval",
    "intrinsic_of",
    "log_line",
    "measure",
    "quality_of",
    "read_documents",
    "read_questions",
    "structure",
    "summarize_log",
    "synthetic_questions",
    "tune",
    "verdict",
]


def __dir__() -> list[str]:
    """Return the public names."""
    return __all__
