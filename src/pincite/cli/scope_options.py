"""The options that limit a search, a question or a conversation: the same for every command that takes them."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any, get_type_hints

import typer

from pincite.cli.options import File, Kind, Party, Where, metadata_from

_OPTIONS: dict[str, Any] = {
    "kind": Kind,
    "party": Party,
    "since": Annotated[str | None, typer.Option("--since", help="Only documents with a date from YYYY-MM-DD on.")],
    "until": Annotated[str | None, typer.Option("--until", help="Only documents with a date up to YYYY-MM-DD.")],
    "file": File,
    "document": Annotated[
        list[str] | None, typer.Option("--document", help="Only this document, by id or path; repeatable.")
    ],
    "where": Where,
    "section": Annotated[
        str | None,
        typer.Option("--section", help="Only this section, such as 5.2(b); needs a single document."),
    ],
}


def takes_scope(command: Callable[..., None]) -> Callable[..., None]:
    """Replace a command's parameter `scope` with these options, and pass them to it as a `SearchScope`."""

    @wraps(command)
    def run(*, document: list[str] | None, where: list[str] | None, **given: Any) -> None:
        from pincite.pipeline.scope import SearchScope

        limits = {name: given.pop(name) for name in _OPTIONS if name in given}
        scope = SearchScope(**limits, documents=tuple(document or ()), where=metadata_from(where))
        command(scope=scope, **given)

    own = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=kind)
        for name, kind in _OPTIONS.items()
    ]
    # Not imported at the top: `--help` would take longer.
    hints = get_type_hints(command, localns={"SearchScope": object}, include_extras=True)
    parameters = [
        shown
        for name, parameter in inspect.signature(command).parameters.items()
        for shown in (own if name == "scope" else [parameter.replace(annotation=hints[name])])
    ]
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return run
