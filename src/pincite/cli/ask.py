"""`pincite ask`: answers with pinpoint citations, each of them verified."""

from __future__ import annotations

import json
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.interruption import kept_so_far, say_what_is_kept
from pincite.cli.options import Json, Preset, Set, StoreFolder
from pincite.cli.terminal import echo
from pincite.files import write_text

if TYPE_CHECKING:
    from pincite.domain.answer import Answer
    from pincite.pipeline.store import Store
    from pincite.retrieve.filters import Filters


class Form(StrEnum):
    """What an answer is printed as."""

    TEXT = "text"
    MARKDOWN = "markdown"
    HTML = "html"
    JSON = "json"


def ask(
    store: StoreFolder,
    question: Annotated[str | None, typer.Argument(help="The question.")] = None,
    k: Annotated[int | None, typer.Option("-k", min=1, help="How many passages to consider.")] = None,
    kind: Annotated[str | None, typer.Option("--type", help="Only documents of this type, such as nda.")] = None,
    party: Annotated[str | None, typer.Option("--party", help="Only documents with a party so named.")] = None,
    file: Annotated[str | None, typer.Option("--file", help="Only files that match, such as '*lease*'.")] = None,
    questions: Annotated[
        Path | None,
        typer.Option("--questions", help="A file of questions, one a line; with --out it can be resumed."),
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", help="Where to write, instead of printing.")] = None,
    form: Annotated[
        Form | None, typer.Option("--format", help="What to print (default: text; of --questions, JSON lines).")
    ] = None,
    open_: Annotated[bool, typer.Option("--open", help="Show the answer in a browser, beside its sources.")] = False,
    each: Annotated[
        bool, typer.Option("--each", help="Ask every document by itself, and list what each says.")
    ] = False,
    explain: Annotated[bool, typer.Option("--explain", help="Show each stage, and each claim that failed.")] = False,
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

      pincite ask --questions questions.txt --store demo/ --out answers.jsonl

      pincite ask "Who may terminate?" --store demo/ --set answerer.kind=openai --set answerer.model=gpt-4o-mini
    """
    from pincite.pipeline.store import Store
    from pincite.retrieve.filters import Filters

    if (question is None) == (questions is None):
        raise typer.BadParameter("give a question, or --questions FILE, and not both")
    opened = Store.open(store, preset=preset, flags=set_ or ())
    filters = Filters(kind=kind, party=party, file=file)
    filters.require(opened.index.cards)
    form = Form.JSON if as_json else form
    if questions is not None:
        _ask_many(opened, questions, filters, out=out, k=k, form=Form.HTML if open_ else form or Form.JSON, show=open_)
        return
    assert question is not None
    form = form or Form.TEXT
    answer = _ask_one(opened, question, filters, k=k, explain=explain, each=each)
    if open_ or (out is not None and form is Form.HTML):
        _write_page(opened, [answer], out, show=open_)
    elif out is not None:
        write_text(out, _whole(opened, [answer], form), errors="replace")
    if out is None or (open_ and form is not Form.HTML):
        _print(opened, answer, form, explain=explain)
    raise typer.Exit(0 if answer.found else 1)


def _ask_one(store: Store, question: str, filters: Filters, *, k: int | None, explain: bool, each: bool) -> Answer:
    """Ask; in a terminal a model's words are shown as they come, and go when the verified answer is there."""
    if not sys.stderr.isatty() or not store.asking.answerer.mends:
        return store.ask(question, k=k, filters=filters, explain=explain, each=each)
    from rich.live import Live

    from pincite.cli.console import Console, Text

    words: list[str] = []
    with Live(console=Console(stderr=True), transient=True, refresh_per_second=8) as live:

        def tell(piece: str) -> None:
            words.append(piece)
            live.update(Text(f"draft, not yet verified: {''.join(words)[-2000:]}", style="dim"))

        return store.ask(question, k=k, filters=filters, explain=explain, told=tell, each=each)


def _ask_many(
    store: Store, path: Path, filters: Filters, *, out: Path | None, k: int | None, form: Form, show: bool
) -> None:
    """Answer each question of a file; of JSON lines, what is in `out` already is not asked again."""
    from pincite.cli.progress_bar import progress_bar
    from pincite.pipeline.ask_many import answered, read_questions

    wanted = read_questions(path)
    done = answered(out) if out and form is Form.JSON else set()
    left = [question for question in wanted if question not in done]
    answers: list[Answer] = []
    with say_what_is_kept(lambda: _kept(len(answers), out, form)), progress_bar() as tell:
        for i, question in enumerate(left, start=1):
            answers.append(store.ask(question, k=k, filters=filters))
            if form is Form.JSON:
                _give_line(answers[-1], out)
            tell("asking", i, len(left))
    if form is not Form.JSON:
        _give_all(store, answers, out, form=form, show=show)
    found = sum(answer.found for answer in answers)
    before = f", {len(wanted) - len(left)} were there" if done else ""
    echo(f"{len(left)} asked, {found} answered, {len(left) - found} not found{before}.", err=True)


def _kept(asked: int, out: Path | None, form: Form) -> str:
    if out is None:
        return "give --out to keep answers."
    if form is not Form.JSON:
        return f"nothing was kept in {out}; only --format json keeps each answer as it comes."
    return kept_so_far(asked, what="answers", where=out)


def _give_line(answer: Answer, out: Path | None) -> None:
    from pincite.answer.render import as_json
    from pincite.pipeline.ask_many import append_line

    line = json.dumps(as_json(answer), ensure_ascii=False)
    if out is None:
        echo(line)
    else:
        append_line(out, line)


def _give_all(store: Store, answers: list[Answer], out: Path | None, *, form: Form, show: bool) -> None:
    if form is Form.HTML and (out or show):
        _write_page(store, answers, out, show=show)
    elif out is None:
        echo(_whole(store, answers, form), nl=False)
    else:
        write_text(out, _whole(store, answers, form), errors="replace")


def _whole(store: Store, answers: list[Answer], form: Form) -> str:
    """The answers as one page, one text or one JSON document."""
    from pincite.answer.render import as_json, as_markdown, as_text
    from pincite.cli.answer_page import answer_page

    if form is Form.HTML:
        return answer_page(answers, lambda doc_id: store.index.reading(doc_id).doc)
    if form is Form.MARKDOWN:
        return "\n".join(as_markdown(answer) for answer in answers)
    if form is Form.JSON:
        return "\n".join(json.dumps(as_json(answer), indent=2, ensure_ascii=False) for answer in answers) + "\n"
    return "\n".join(f"{answer.question}\n\n{as_text(answer)}" for answer in answers)


def _write_page(store: Store, answers: list[Answer], out: Path | None, *, show: bool) -> None:
    from pincite.cli.answer_page import answer_page

    target = out or Path("pincite-answer.html")
    page = answer_page(answers, lambda doc_id: store.index.reading(doc_id).doc)
    write_text(target, page, errors="replace")
    echo(f"Wrote {target}.", err=True)
    if show:
        typer.launch(target.resolve().as_uri())


def _print(store: Store, answer: Answer, form: Form, *, explain: bool) -> None:
    from pincite.answer.render import as_json, as_markdown

    if form is Form.JSON:
        steps = [{"stage": step.stage, "note": step.note} for step in answer.ranking.steps] if answer.ranking else []
        told = {**as_json(answer), **({"steps": steps} if explain else {})}
        echo(json.dumps(told, indent=2, ensure_ascii=False))
    elif form is Form.MARKDOWN:
        echo(as_markdown(answer), nl=False)
    elif form is Form.HTML:
        from pincite.cli.answer_page import answer_page

        echo(answer_page([answer], lambda doc_id: store.index.reading(doc_id).doc), nl=False)
    else:
        from pincite.cli.answer_text import print_answer

        print_answer(answer, explain=explain)
