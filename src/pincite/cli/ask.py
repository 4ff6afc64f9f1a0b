"""`pincite ask`: answers with pinpoint citations, each of them verified."""

from __future__ import annotations

import json
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.interruption import kept_so_far, say_what_is_kept
from pincite.cli.options import Json, Passages, Preset, Set, StoreName
from pincite.cli.scope_options import takes_scope
from pincite.cli.terminal import echo
from pincite.files import write_text

if TYPE_CHECKING:
    from pincite.domain.answer import Answer
    from pincite.pipeline.scope import SearchScope
    from pincite.pipeline.store import Store
    from pincite.retrieve.filters import Filters


class AnswerForm(StrEnum):
    """The format in which an answer is printed."""

    TEXT = "text"
    MARKDOWN = "markdown"
    HTML = "html"
    JSON = "json"


@takes_scope
def ask(
    store: StoreName,
    question: Annotated[str | None, typer.Argument(help="The question.")] = None,
    k: Passages = None,
    *,
    scope: SearchScope,
    questions: Annotated[
        Path | None,
        typer.Option("--questions", help="A file of questions, one per line; with --out it can be resumed."),
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", help="Where to write, instead of printing.")] = None,
    form: Annotated[
        AnswerForm | None, typer.Option("--format", help="What to print (default: text; for --questions: JSON lines).")
    ] = None,
    open_: Annotated[bool, typer.Option("--open", help="Show the answer in a browser, beside its sources.")] = False,
    each: Annotated[
        bool, typer.Option("--each", help="Ask each document separately and list what each one says.")
    ] = False,
    explain: Annotated[
        bool, typer.Option("--explain", help="Show each stage, and each claim that failed verification.")
    ] = False,
    preset: Preset = None,
    set_: Set = None,
    as_json: Json = False,
) -> None:
    """Answer a question from the documents: every claim cited and verified, or an honest "not found".

    Exit status 0 where there is an answer, 1 where there is none.

    Examples:

      pincite ask "When must the rent be paid?" --store demo/

      pincite ask "Consider the merger agreement; what is the termination fee?" --store demo/ --open

      pincite ask "Which leases can be ended early?" --store demo/

      pincite ask "Who pays for repairs?" --store demo/ --each --type lease

      pincite ask "What is the notice period?" --store demo/ --party Mere --since 2024 --explain --json

      pincite ask --questions questions.txt --store demo/ --out answers.jsonl

      pincite ask "Who may terminate?" --store demo/ --set answerer.kind=model --set chat.kind=openai
    """
    from pincite.pipeline.store import Store

    if (question is None) == (questions is None):
        raise typer.BadParameter("give a question, or --questions FILE, and not both")
    opened = Store.open(store, preset=preset, flags=set_ or ())
    filters = scope.filters(opened)
    form = AnswerForm.JSON if as_json else form
    if questions is not None:
        form = AnswerForm.HTML if open_ else form or AnswerForm.JSON
        _ask_many(opened, questions, filters, out=out, k=k, form=form, show=open_, explain=explain)
        return
    assert question is not None
    form = form or AnswerForm.TEXT
    if (asked := opened.asking.stand_alone(question, ())) != question:
        echo(f"asked: {asked}", fg="cyan", err=True)
    answer = _ask_one(opened, question, filters, k=k, explain=explain, each=each)
    if open_ or (out is not None and form is AnswerForm.HTML):
        _write_page(opened, [answer], out, show=open_)
    elif out is not None:
        write_text(out, _whole(opened, [answer], form, explain=explain), errors="replace")
    if out is None or (open_ and form is not AnswerForm.HTML):
        _print(opened, answer, form, explain=explain)
    raise typer.Exit(0 if answer.found else 1)


def _ask_one(store: Store, question: str, filters: Filters, *, k: int | None, explain: bool, each: bool) -> Answer:
    """Ask one question; on a terminal, show the model's draft until the verified answer replaces it."""
    if not sys.stderr.isatty() or not store.asking.answerer.mends:
        return store.ask(question, k=k, filters=filters, explain=explain, each=each)
    from rich.live import Live

    from pincite.cli.console import Console, Text

    words: list[str] = []
    with Live(console=Console(stderr=True), transient=True, refresh_per_second=8) as live:

        def show_draft(piece: str) -> None:
            words.append(piece)
            live.update(Text(f"draft, not yet verified: {''.join(words)[-2000:]}", style="dim"))

        return store.ask(question, k=k, filters=filters, explain=explain, on_token=show_draft, each=each)


def _ask_many(
    store: Store,
    path: Path,
    filters: Filters,
    *,
    out: Path | None,
    k: int | None,
    form: AnswerForm,
    show: bool,
    explain: bool,
) -> None:
    """Answer each question of a file; with JSON lines, skip the questions already answered in `out`."""
    from pincite.cli.progress_bar import progress_bar
    from pincite.pipeline.asking.ask_many import answered, read_questions

    wanted = read_questions(path)
    done = answered(out) if out and form is AnswerForm.JSON else set()
    left = [question for question in wanted if question not in done]
    answers: list[Answer] = []
    with say_what_is_kept(lambda: _kept(len(answers), out, form)), progress_bar() as progress:
        for i, question in enumerate(left, start=1):
            answers.append(store.ask(question, k=k, filters=filters, explain=explain))
            if form is AnswerForm.JSON:
                _give_line(answers[-1], out, explain=explain)
            progress("asking", i, len(left))
    if form is not AnswerForm.JSON:
        _give_all(store, answers, out, form=form, show=show, explain=explain)
    found = sum(answer.found for answer in answers)
    before = f", {len(wanted) - len(left)} were there" if done else ""
    echo(f"{len(left)} asked, {found} answered, {len(left) - found} not found{before}.", err=True)


def _kept(asked: int, out: Path | None, form: AnswerForm) -> str:
    if out is None:
        return "give --out to keep answers."
    if form is not AnswerForm.JSON:
        return f"nothing was kept in {out}; only --format json keeps each answer as it comes."
    return kept_so_far(asked, what="answers", where=out)


def _give_line(answer: Answer, out: Path | None, *, explain: bool) -> None:
    from pincite.pipeline.asking.ask_many import append_line
    from pincite.render.wire.answer import WireAnswer

    line = json.dumps(WireAnswer.of(answer, explain=explain).plain(), ensure_ascii=False)
    if out is None:
        echo(line)
    else:
        append_line(out, line)


def _give_all(
    store: Store, answers: list[Answer], out: Path | None, *, form: AnswerForm, show: bool, explain: bool
) -> None:
    if form is AnswerForm.HTML and (out or show):
        _write_page(store, answers, out, show=show)
    elif out is None:
        echo(_whole(store, answers, form, explain=explain), nl=False)
    else:
        write_text(out, _whole(store, answers, form, explain=explain), errors="replace")


def _whole(store: Store, answers: list[Answer], form: AnswerForm, *, explain: bool) -> str:
    """Render all answers as one HTML page, one text or one JSON document."""
    from pincite.render.answer_page import answer_page
    from pincite.render.answer_text import as_markdown, as_text
    from pincite.render.wire.answer import WireAnswer

    if form is AnswerForm.HTML:
        return answer_page(answers, lambda doc_id: store.library.reading(doc_id).doc)
    if form is AnswerForm.MARKDOWN:
        return "\n".join(as_markdown(answer) for answer in answers)
    if form is AnswerForm.JSON:
        plain = (WireAnswer.of(answer, explain=explain).plain() for answer in answers)
        return "\n".join(json.dumps(one, indent=2, ensure_ascii=False) for one in plain) + "\n"
    return "\n".join(f"{answer.question}\n\n{as_text(answer)}" for answer in answers)


def _write_page(store: Store, answers: list[Answer], out: Path | None, *, show: bool) -> None:
    from pincite.render.answer_page import answer_page

    target = out or Path("pincite-answer.html")
    page = answer_page(answers, lambda doc_id: store.library.reading(doc_id).doc)
    write_text(target, page, errors="replace")
    echo(f"Wrote {target}.", err=True)
    if show:
        typer.launch(target.resolve().as_uri())


def _print(store: Store, answer: Answer, form: AnswerForm, *, explain: bool) -> None:
    from pincite.cli.answer_text import print_answer

    if form is AnswerForm.TEXT:
        print_answer(answer, explain=explain)
    else:
        echo(_whole(store, [answer], form, explain=explain), nl=False)
