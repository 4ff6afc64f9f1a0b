"""`pincite chat`: questions one after another, each of which may lean on those before."""

from __future__ import annotations

import json
import sys

from pincite.cli.options import Json, Preset, Set, StoreFolder
from pincite.cli.terminal import echo

_LEAVE = frozenset({"exit", "quit", ":q", "bye"})


def chat(store: StoreFolder, preset: Preset = None, set_: Set = None, as_json: Json = False) -> None:
    r"""Ask questions one after another; a follow-up is rewritten to stand alone, and the rewriting is shown.

    Leave with an empty line, "exit" or Ctrl-D. Questions may also be piped in, one a line.

    Examples:

      pincite chat --store demo/

      printf 'Consider the lease; who repairs the roof?\nAnd the gutters?\n' | pincite chat --store demo/ --json
    """
    from pincite.answer.render import as_json as answer_as_json
    from pincite.cli.answer_text import print_answer
    from pincite.pipeline.store import Store

    opened = Store.open(store, preset=preset, flags=set_ or ())
    history: list[tuple[str, str]] = []
    while question := _next_question():
        asked = opened.asking.stand_alone(question, history)
        if asked != question and not as_json:
            echo(f"asked: {asked}", fg="cyan")
        answer = opened.ask(asked)
        if as_json:
            echo(json.dumps({"said": question, **answer_as_json(answer)}, ensure_ascii=False))
        else:
            print_answer(answer)
            echo()
        history.append((asked, answer.text))


def _next_question() -> str:
    """The next line that was typed; empty at the end."""
    if sys.stdin.isatty():
        echo("? ", nl=False, err=True)
    line = sys.stdin.readline().strip()
    return "" if line.casefold() in _LEAVE else line
