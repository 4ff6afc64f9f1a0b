"""The console for tables, trees and progress: what it is given is text, never markup, and cannot steer the terminal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import rich.console
import rich.text
from rich.console import ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.style import Style

from pincite.cli.terminal import visible


class Text(rich.text.Text):
    """Styled text whose control characters are made visible first, so that its width is right."""

    def __init__(self, text: str = "", style: str | Style = "", **options: Any) -> None:
        super().__init__(visible(text), style, **options)


class Console(rich.console.Console):
    """Rich's console without markup, emoji codes and highlighting; styles are given as `Text` or `style=`."""

    def __init__(self, *, stderr: bool = False, soft_wrap: bool = False) -> None:
        super().__init__(stderr=stderr, soft_wrap=soft_wrap, markup=False, emoji=False, highlight=False)

    def render_str(self, text: str, **options: Any) -> rich.text.Text:
        """Make control characters visible in every plain string, table cells included, before it is measured."""
        return super().render_str(visible(text), **options)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Make control characters visible in every printed segment, except Rich's own control segments."""
        for text, style, control in super().render(renderable, options):
            yield Segment(text if control else visible(text), style, control)
