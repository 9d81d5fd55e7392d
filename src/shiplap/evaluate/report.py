"""The report of a tuning: one self-contained HTML page with a table and plots."""

from __future__ import annotations

import html
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from shiplap.evaluate import plots
from shiplap.evaluate.intrinsic import INTRINSIC
from shiplap.evaluate.metrics import BUDGETS, MEASURES
from shiplap.printable import counted

if TYPE_CHECKING:
    from shiplap.evaluate.retrieval import Comparison, Result
    from shiplap.evaluate.significance import Verdict

#: Most rows in the plot of sizes.
MAX_PLOTTED = 24

STYLE = """
:root{--ink:#222;--paper:#fff;--line:#e4e4e4;--faint:#888;--mark:#fff3c4;color-scheme:light dark}
@media
(prefers-color-scheme:dark){:root{--ink:#e6e6e6;--paper:#17191c;--line:#33373c;--faint:#8a9097;--mark:#4a4020}}
body{font:15px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:1240px;margin:2rem
auto; padding:0 1rem} h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}
table{border-collapse:collapse;font-size:13px;width:100%}td,th{padding:.25rem .5rem;text-align:right;
border-bottom:1px solid var(--line)}td:first-child,th:first-child{text-align:left}
td{white-space:nowrap}td:first-child{white-space:normal}tr.chosen{background:var(--mark)}
.wide{overflow-x:auto}.plots{display:flex;flex-wrap:wrap;gap:1rem}svg{max-width:100%;height:auto}
pre{background:var(--line);padding:.75rem;overflow-x:auto}pre.use{white-space:pre-wrap;overflow-wrap:anywhere}.note{color:var(--faint)}
"""

#: Measures of the table, in order.
COLUMNS = ("whole", "recall", "precision", "f1", "iou", "precision_at_k", "ndcg")


class Tuned(Protocol):
    """The parts of a `shiplap.evaluate.Tuning` that the report shows."""

    @property
    def comparison(self) -> Comparison: ...
    @property
    def chosen(self) -> Result: ...
    @property
    def advice(self) -> Result: ...
    @property
    def measure(self) -> str: ...
    @property
    def left_out(self) -> float: ...
    @property
    def verdict(self) -> Verdict: ...
    @property
    def synthetic(self) -> bool: ...
    @property
    def groups(self) -> Mapping[str, str]: ...
    @property
    def curves(self) -> Mapping[str, Any]: ...
    @property
    def skipped(self) -> Mapping[str, str]: ...
    def command(self, result: Result | None = None) -> str | None: ...


def page(tuning: Tuned) -> str:
    """Build the HTML page."""
    shown = tuning.comparison
    what = counted(shown.k, "chunk") if shown.budget is None else counted(shown.budget, "character")
    made = " Questions were generated from the documents' sentences." if tuning.synthetic else ""
    body = f"""<h1>Which configuration is best for these documents?</h1>
<p>{counted(shown.documents, 'document')} of {counted(shown.characters, 'character', spec=',')};
{counted(shown.questions, 'question')}; retrieval by
{html.escape(shown.retriever)}; {what} shown for each question.{made}</p>
<p>Choice, by {tuning.measure} ({MEASURES[tuning.measure]}): <b>{html.escape(tuning.advice.name)}</b>,
{_interval(tuning, tuning.advice)}. {_reason(tuning)}</p>{_command(tuning, tuning.advice, "Use it")}
<details><summary>how certain the choice is</summary>{_highest(tuning)}
<p>{_sentence(str(tuning.verdict))}.</p>{_outlook(tuning)}</details>
<details><summary>configuration, for shiplap.from_config</summary>
<pre>{html.escape(json.dumps(tuning.advice.config, indent=1, ensure_ascii=False))}</pre></details>
<h2>Plots</h2><div class="plots">{_cost(tuning)}{_curves(tuning)}{_sizes(tuning)}</div>
<h2>All configurations: retrieval</h2><div class="wide">{_table(tuning)}</div>
<h2>All configurations: structure, without questions</h2><div class="wide">{_structure(tuning)}</div>
{_skipped(tuning)}"""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>shiplap evaluate</title><style>{STYLE}</style></head><body>{body}</body></html>\n"
    )


def _interval(tuning: Tuned, result: Result) -> str:
    """Return the mean of a result with its interval."""
    low, high = result.interval(tuning.measure)
    return f"{result.mean(tuning.measure):.3f} (95 % interval {low:.3f} to {high:.3f})"


def _reason(tuning: Tuned) -> str:
    """Say in one sentence why the choice was chosen."""
    if tuning.verdict.winner is not None:
        return "It is significantly ahead of all others."
    if tuning.advice is tuning.chosen:
        return (
            "It has the highest mean; the lead may be chance."
            if tuning.verdict.tied
            else "It has the highest mean."
        )
    return "No configuration is better beyond chance, and it stores less than the one of the highest mean."


def _highest(tuning: Tuned) -> str:
    """Name the configuration of the highest mean, if it is not the choice, and say why it is not."""
    best = tuning.chosen
    held_out = f"a configuration selected by the highest mean has {tuning.left_out:.3f} on held-out questions"
    if best is tuning.advice:
        return f"<p>{_sentence(held_out)}.</p>"
    return (
        f"<p>{html.escape(best.name)} has the highest mean, {_interval(tuning, best)}. The difference may be"
        f" chance, and the choice stores less. {_sentence(held_out)}.</p>"
    )


def _ranked(tuning: Tuned) -> list[Result]:
    return sorted(tuning.comparison.results, key=lambda each: -each.mean(tuning.measure))


def _command(tuning: Tuned, result: Result, what: str) -> str:
    """Show the command that uses a result's configuration, if there is one."""
    used = tuning.command(result)
    return "" if used is None else f'<p>{what}:</p><pre class="use">{html.escape(used)}</pre>'


def _outlook(tuning: Tuned) -> str:
    """Say how many more questions would decide, if nothing is decided."""
    said = tuning.verdict.outlook
    if not said:
        return ""
    how = "estimated from the paired differences, to be found with probability 0.8"
    return f"<p>{_sentence(said)} ({how}).</p>"


def _sentence(text: str) -> str:
    """Return a text with a capital at its beginning, escaped."""
    return html.escape(text[:1].upper() + text[1:])


def _colours(tuning: Tuned) -> tuple[dict[str, str], dict[str, str]]:
    """Return the colours of presets, the same in all plots, and those of configurations: the colour of their
    preset."""
    presets = plots.palette(sorted(set(tuning.groups.values())))
    return presets, {name: presets[group] for name, group in tuning.groups.items()}


def _cost(tuning: Tuned) -> str:
    """Plot the measure against the characters stored."""
    series: dict[str, list[tuple[float, float, float, float, str]]] = {}
    for each in tuning.comparison.results:
        if each.same_as is None and each.chunks:
            name = tuning.groups[each.name]
            mean = each.mean(tuning.measure)
            label = f"{each.name}: {tuning.measure} {mean:.3f}"
            cost = each.stored / each.covered if each.covered else 1.0
            series.setdefault(name, []).append((cost, mean, *each.interval(tuning.measure), label))
    x_name = "characters stored / characters in the documents"
    return (
        plots.points("Cost against quality", x_name, tuning.measure, series, _colours(tuning)[0]) if series else ""
    )


def _curves(tuning: Tuned) -> str:
    title = "Recall against characters shown, best configuration of each preset"
    return plots.lines(
        title, "characters shown for each question", "recall", BUDGETS, tuning.curves, colours=_colours(tuning)[1]
    )


def _sizes(tuning: Tuned) -> str:
    rows = {each.name: each.percentiles for each in _ranked(tuning)[:MAX_PLOTTED]}
    more = len(tuning.comparison.results) - len(rows)
    title = "Chunk sizes" + (f", best {len(rows)} configurations" if more else "")
    return plots.boxes(
        title, "characters: min, lower quartile, median, upper quartile, max", rows, _colours(tuning)[1]
    )


def _table(tuning: Tuned) -> str:
    names = ("chunks", "mean size", "stored", *COLUMNS, "interval", "seconds")
    head = "".join(f"<th>{name}</th>" for name in names)
    rows = []
    for each in _ranked(tuning):
        low, high = each.interval(tuning.measure)
        cells = [f"{each.chunks:,}", f"{each.mean_size:.0f}", f"{each.stored / (each.covered or 1):.2f}"]
        cells += [f"{each.mean(name):.3f}" for name in COLUMNS]
        cells += [f"{low:.3f} to {high:.3f}", f"{sum(each.seconds.values()):.3f}"]
        rows.append(_row(tuning, each, cells))
    return f"<table><thead><tr><th>configuration</th>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def _structure(tuning: Tuned) -> str:
    """Show the metrics that need no questions."""
    head = "".join(f"<th>{name}</th>" for name in INTRINSIC.values())
    rows = []
    for each in _ranked(tuning):
        shares = [getattr(each.intrinsic, name) for name in INTRINSIC]
        rows.append(_row(tuning, each, ["" if share is None else f"{share:.3f}" for share in shares]))
    return f"<table><thead><tr><th>configuration</th>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def _row(tuning: Tuned, result: Result, cells: list[str]) -> str:
    mark = ' class="chosen"' if result is tuning.advice else ""
    same = f' <span class="note">same chunks as {html.escape(result.same_as)}</span>' if result.same_as else ""
    inside = "".join(f"<td>{cell}</td>" for cell in cells)
    return f"<tr{mark}><td>{html.escape(result.name)}{same}</td>{inside}</tr>"


def _skipped(tuning: Tuned) -> str:
    if not tuning.skipped:
        return ""
    items = "".join(
        f"<li>{html.escape(name)}: {html.escape(why)}</li>" for name, why in tuning.skipped.items()
    )  # fmt: skip
    return f'<details class="note"><summary>{len(tuning.skipped)} skipped</summary><ul>{items}</ul></details>'
