"""`pincite settings`: the settings in force, and where each came from."""

from __future__ import annotations

import json
from collections.abc import Iterator

from pincite.cli.options import Json, Preset, Set
from pincite.cli.terminal import echo


def settings(preset: Preset = None, set_: Set = None, as_json: Json = False) -> None:
    """Print the settings in force as TOML, with where each came from.

    Examples:

      pincite settings > my.toml          copy the defaults, then edit them

      pincite show deed.pdf --preset my.toml

      PINCITE_LIMITS_PAGES=200 pincite settings --set ocr.mode=never
    """
    from pincite.addresses import hide_passwords
    from pincite.settings import load_settings

    loaded = load_settings(preset, flags=set_ or ())
    values = json.loads(hide_passwords(json.dumps(loaded.settings.model_dump())))
    if as_json:
        echo(json.dumps({"settings": values, "origins": dict(loaded.origins)}, indent=2))
        return
    plain = {name: value for name, value in values.items() if not isinstance(value, dict)}
    tables = {name: value for name, value in values.items() if isinstance(value, dict)}
    for name, value in plain.items():
        echo(_line(name, value, loaded.origins.get(name)))
    for table, entries in tables.items():
        echo(f"\n[{table}]")
        for key, value in _flat(entries):
            echo(_line(key, value, loaded.origins.get(f"{table}.{key}")))


def _flat(entries: dict[str, object]) -> Iterator[tuple[str, object]]:
    """Flatten nested tables into dotted keys."""
    for key, value in entries.items():
        if isinstance(value, dict):
            yield from ((f"{key}.{inner}", what) for inner, what in value.items())
        else:
            yield key, value


def _line(key: str, value: object, origin: str | None) -> str:
    return f"{key} = {json.dumps(value)}".ljust(31) + f" # {origin or 'built in'}"
