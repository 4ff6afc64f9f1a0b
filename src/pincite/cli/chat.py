"""`pincite chat`: a conversation in which questions may refer to earlier ones."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.options import Json, Passages, Preset, Set, StoreName
from pincite.cli.scope_options import takes_scope
from pincite.cli.terminal import echo

if TYPE_CHECKING:
    from pincite.pipeline.asking.conversation import Conversation
    from pincite.pipeline.scope import SearchScope

_LEAVE = frozenset({"exit", "quit", ":q", "bye"})


@takes_scope
def chat(
    store: StoreName,
    k: Passages = None,
    *,
    scope: SearchScope,
    explain: Annotated[
        bool, typer.Option("--explain", help="Show each stage, and each claim that failed verification.")
    ] = False,
    preset: Preset = None,
    set_: Set = None,
    as_json: Json = False,
) -> None:
    r"""Ask questions one after another; a follow-up is rewritten to stand alone, and the rewriting is shown.

    `/help` lists the commands: the sources of the last answer, the clause round one of them, how it came about, and
    others. Leave with `/quit`, an empty line or Ctrl-D. Questions may also be piped in, one per line; empty lines are
    skipped there.

    Examples:

      pincite chat --store demo/

      pincite chat --store demo/ --type lease

      printf 'Consider the lease; who repairs the roof?\nAnd the gutters?\n/why\n' | pincite chat --store demo/ --json
    """
    from pincite.pipeline.asking.conversation import Conversation
    from pincite.pipeline.store import Store

    opened = Store.open(store, preset=preset, flags=set_ or ())
    filters = scope.filters(opened)
    conversation = Conversation(opened, filters=filters, k=k)
    while line := _next_line():
        if line.startswith("/"):
            reply = conversation.command(line)
            echo(json.dumps(reply.plain(), ensure_ascii=False) if as_json else reply.text)
            if reply.leaves:
                return
        else:
            _ask(conversation, line, as_json=as_json, explain=explain)


def _ask(conversation: Conversation, question: str, *, as_json: bool, explain: bool) -> None:
    from pincite.cli.answer_text import print_answer
    from pincite.render.wire.answer import WireChatAnswer

    asked, answer = conversation.ask_next(question)
    if asked != question and not as_json:
        echo(f"asked: {asked}", fg="cyan")
    if as_json:
        turn = WireChatAnswer.turn(question, answer, asked=asked, explain=explain)
        echo(json.dumps(turn.plain(), ensure_ascii=False))
    else:
        print_answer(answer, explain=explain)
        echo()


def _next_line() -> str:
    """Read the next line; empty at the end of the input."""
    if sys.stdin.isatty():
        echo("? ", nl=False, err=True)
        line = sys.stdin.readline().strip()
    else:
        line = next((line for read in sys.stdin if (line := read.strip())), "")
    return "" if line.casefold() in _LEAVE else line
