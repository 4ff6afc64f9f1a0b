"""An answer on the terminal: the words, a table of sources, and for `--explain` what was dropped and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pincite.cli.console import Console
    from pincite.domain.answer import Answer

_NEAREST = 3
_SHOWN = 220


def print_answer(answer: Answer, *, explain: bool = False) -> None:
    """Print an answer for people."""
    from pincite.cli.console import Console, Text
    from pincite.render.answer_text import readable_body

    console = Console()
    if explain:
        _print_steps(console, answer)
    if answer.short:
        console.print(Text(answer.short, style="bold"))
    console.print(Text(readable_body(answer), style="green" if answer.found else "bold yellow"))
    if answer.note:
        console.print(Text(answer.note, style="yellow"))
    console.print()
    _print_sources(console, answer)
    if explain:
        for item in answer.dropped:
            faults = "; ".join(fault.detail for fault in item.faults)
            console.print(Text(f"dropped: {item.claim.text}", style="red") + Text(f"  ({faults})", style="dim"))
    weak = " (weak)" if answer.weak else ""
    words = [f"confidence {answer.confidence:.0%}{weak}", f"{sum(answer.seconds.values()):.2f} s"]
    if answer.usage:
        cost = "price unknown" if answer.usage.dollars is None else f"${answer.usage.dollars:.4f}"
        words.append(f"{answer.usage.input_tokens + answer.usage.output_tokens:,} tokens, {cost}")
    if answer.dropped and not explain:
        words.append(f"{len(answer.dropped)} unverified claims dropped (--explain shows them)")
    console.print(Text(" · ".join(words), style="dim"))


def _print_sources(console: Console, answer: Answer) -> None:
    """Print where the words stand, and those that the answer does not show; without an answer the nearest passages."""
    from rich.table import Table

    from pincite.cli.console import Text
    from pincite.legal.markdown_words import as_read
    from pincite.legal.pinpoints import where
    from pincite.legal.quotations import put_in_marks
    from pincite.render.answer_text import is_shown, lay_out, quoted_words, shorten

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    table.add_column(no_wrap=True)
    table.add_column(ratio=1, overflow="fold")
    listed = set()
    for citation in answer.citations:
        shown = is_shown(citation, answer)
        if shown and (citation.number, where(citation)) in listed:
            continue
        listed.add((citation.number, where(citation)))
        quote = Text("" if shown else f"\n{put_in_marks(lay_out(quoted_words(citation)))}", style="green")
        table.add_row(f"[{citation.number}]", Text(where(citation), style="cyan") + quote)
    if not answer.found:
        for source in answer.sources[:_NEAREST]:
            near = Text(put_in_marks(shorten(as_read(source.text, source.document), _SHOWN)), style="dim")
            table.add_row("near", Text(where(source), style="cyan") + "\n" + near)
    console.print(table)


def _print_steps(console: Console, answer: Answer) -> None:
    from pincite.cli.console import Text

    seconds = answer.ranking.seconds if answer.ranking else {}
    for step in answer.ranking.steps if answer.ranking else ():
        console.print(
            Text(f"{step.stage}  ", style="bold") + Text(f"{step.note}  ({1000 * seconds.get(step.stage, 0):.0f} ms)")
        )
    console.print(
        Text(f"evidence  confidence {answer.confidence:.3f} from {len(answer.sources)} sources\n", style="bold")
    )
