"""The recipe's settings, read from `config.toml`."""

import tomllib
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


def read_config(path: Path = HERE / "config.toml") -> dict[str, Any]:
    """Read the recipe's settings."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def read_table(name: str) -> dict[str, Any]:
    """Read one of the tables of wordings beside this file."""
    return tomllib.loads((HERE / name).read_text(encoding="utf-8"))


STOPWORDS: frozenset[str] = frozenset(read_table("lexicon.toml")["stopwords"].split())


def shrink(config: dict[str, Any]) -> dict[str, Any]:
    """Cut the recipe down to a few steps on a handful of questions: a rehearsal of every line on a small CPU."""
    small = config | {"tiny": True, "predict": {"stride": 32, "read": 4}}
    small["shape"] = {"question": 24, "name": 8, "window": 64, "passage": 32, "spans": 12}
    further = config["embedder"]["further"] | {"steps": 3}
    small["embedder"] = config["embedder"] | {"steps": 3, "questions": 8, "further": further}
    small["static"] = config["static"] | {"steps": 3}
    small["highlighter"] = {
        name: part | {"steps": 3, "questions": 8} if "steps" in part else part
        for name, part in config["highlighter"].items()
    }
    return small
