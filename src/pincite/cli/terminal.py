"""Terminal output in which text from documents, file names and models cannot control the terminal."""

from __future__ import annotations

import re

import typer

# Control characters but line feed and tab; the controls that turn the direction of writing; line and paragraph
# separators; halves of surrogate pairs, which file names that are not UTF-8 hold.
_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_PICTURES = 0x2400


def visible(text: str) -> str:
    r"""Replace each character that could control a terminal with a visible sign: ␛ for escape, \u202e for others.

    JSON stays the same JSON: its own writer escapes the characters below the blank, and \u202e is how it would write
    the others.
    """
    return _UNSAFE.sub(_sign, text)


def echo(text: object = "", *, err: bool = False, nl: bool = True, fg: str | None = None, bold: bool = False) -> None:
    """Print to standard output, or to standard error; the only way a command prints plain text."""
    words = visible(str(text))
    typer.echo(typer.style(words, fg=fg, bold=bold or None) if fg or bold else words, err=err, nl=nl)


def _sign(found: re.Match[str]) -> str:
    code = ord(found[0])
    return chr(_PICTURES + code) if code < 0x20 else f"\\u{code:04x}"
