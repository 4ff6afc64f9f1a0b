"""`pincite keys`: the API keys of a server."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.options import Json
from pincite.cli.terminal import echo
from pincite.domain.store_place import store_place

if TYPE_CHECKING:
    from pincite.service.keys import Access

app = typer.Typer(name="keys", help="Make, list and revoke the API keys of a server.", no_args_is_help=True)

KeyPlace = Annotated[str, typer.Option("--keys", metavar="PLACE", help="The file of keys, or postgres://….")]


@app.command()
def make(
    name: Annotated[str, typer.Argument(help="Who the key is for.")],
    keys: KeyPlace,
    grant: Annotated[
        list[str],
        typer.Option("--grant", metavar="COLLECTION=ACCESS", help="read, write or admin; * is all; repeatable."),
    ],
    days: Annotated[int | None, typer.Option("--days", min=1, help="Days until it expires (default: never).")] = None,
    as_json: Json = False,
) -> None:
    """Make a key. It is printed only once: the server keeps nothing but its hash.

    Examples:

      pincite keys make "Jo's laptop" --keys keys.json --grant contracts=read

      pincite keys make importer --keys keys.json --grant contracts=write --days 90

      pincite keys make Al --keys postgres://db.example/law/keys --grant contracts=read
    """
    from datetime import UTC, datetime, timedelta

    from pincite.service.shared import open_keys

    expires = datetime.now(UTC) + timedelta(days=days) if days else None
    key, entry = open_keys(store_place(keys)).make(name, _grants(grant), expires=expires)
    echo(json.dumps({"key": key, "id": entry.id, "expires": entry.expires}) if as_json else key)


@app.command("list")
def list_(keys: KeyPlace, as_json: Json = False) -> None:
    """List the keys without their secrets.

    Examples:

      pincite keys list --keys keys.json
    """
    from pincite.service.shared import open_keys

    entries = open_keys(store_place(keys)).entries()
    if as_json:
        rows = [{name: value for name, value in asdict(entry).items() if name != "digest"} for entry in entries]
        echo(json.dumps(rows, indent=2))
        return
    for entry in entries:
        grants = ", ".join(f"{collection}={access}" for collection, access in entry.grants.items())
        state = f"revoked {entry.revoked}" if entry.revoked else f"until {entry.expires or 'revoked'}"
        echo(f"{entry.id}  {entry.name}  {grants}  {state}")


@app.command()
def revoke(
    identity: Annotated[str, typer.Argument(metavar="ID", help="The id of a key, as it is listed.")], keys: KeyPlace
) -> None:
    """Revoke a key, starting with the next request.

    Examples:

      pincite keys revoke 1f2e3d4c5b6a --keys keys.json
    """
    from pincite.service.shared import open_keys

    entry = open_keys(store_place(keys)).revoke(identity)
    echo(f"Revoked {entry.id} ({entry.name}).")


def _grants(given: list[str]) -> dict[str, Access]:
    from pincite.errors import SettingsError
    from pincite.service.keys import EVERYWHERE, Access
    from pincite.service.options import check_name

    grants = {}
    for one in given:
        collection, equals, access = one.rpartition("=")
        if not equals:
            raise SettingsError("grant", f"is {one!r}; write COLLECTION=ACCESS, such as contracts=read")
        grants[collection if collection == EVERYWHERE else check_name(collection)] = Access.named(access)
    return grants
