"""What the readers and the reading of answers do with damaged and random input: an answer, a clear error, or a crash.

Run: python -m benchmarks.hardening.fuzz [--rounds 40] [--seed 1]
Files of `examples/` are damaged at random (bytes changed, cut, doubled, put from one file into another) and read under
each suffix; strings of random pieces go through structure and answer parsing. Anything but a result or one of our own
errors is a fault and is printed; so is a text that takes longer than the limit.
"""

from __future__ import annotations

import argparse
import io
import random
import re
import sys
import tempfile
import time
import traceback
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from pincite.domain.profile import DocumentKind
from pincite.domain.reading import Failure
from pincite.errors import PinciteError
from pincite.legal.citations import find_citations
from pincite.legal.claims import split_claims
from pincite.legal.figures import find_figures
from pincite.legal.quotations import locate_quotation
from pincite.pipeline.read import read_file
from pincite.pipeline.wire import wire_reading
from pincite.settings import load_settings
from pincite.structure.parties import find_parties

_EXAMPLES = Path(__file__).parents[2] / "examples"
_SUFFIXES = (".txt", ".md", ".html", ".docx", ".pdf")
_PIECES = [
    "AB ", "The ", "between ", "and ", "(“A”) ", "“", "”", '"', "[1] ", "[1, 2]", "…", "... ", "1.1 ", "(a) ", "\n",
    "\n\n", " " * 50, "\t", "Section 5.2(b) ", "means ", "1 May 2020 ", "£1,000 ", "one hundred ", "§ ", "Act 1980 ",
    "v ", "<b>", "&#0;", "\u202e", "\x1b[31m", "\ud800", "\0", "é", "１", "²", "Ⅷ", "\u200b", "| a |", "# ", "- ",
    "```\n", "---\n", "[" * 40,
]  # fmt: skip
_LIMIT = 20.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=40, help="how many damaged files of each format, and texts")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    dice = random.Random(asked.seed)
    counts: dict[str, Counter[str]] = {}
    faults = 0
    for name, call in _calls(dice, asked.rounds):
        outcome = _try(call)
        counts.setdefault(name, Counter())[outcome.split("\n")[0]] += 1
        if outcome.startswith("fault"):
            faults += 1
            print(f"{name}: {outcome}", flush=True)
    for name, counter in counts.items():
        print(f"{name:<22} {dict(counter)}")
    print(f"{sum(sum(counter.values()) for counter in counts.values())} inputs, {faults} faults")
    sys.exit(bool(faults))


def _try(call: Callable[[], object]) -> str:
    begun = time.process_time()
    try:
        result = call()
    except PinciteError:
        return "clear error"
    except Exception:
        return f"fault\n{traceback.format_exc(limit=-4)}"
    if time.process_time() - begun > _LIMIT:
        return f"fault\ntook {time.process_time() - begun:.0f} s"
    return "clear error" if isinstance(result, Failure) else "read"


def _calls(dice: random.Random, rounds: int) -> Iterator[tuple[str, Callable[[], object]]]:
    stages = wire_reading(load_settings(flags=["ocr.mode=never"]).settings)
    originals = [path.read_bytes() for path in sorted(_EXAMPLES.rglob("*")) if path.suffix in _SUFFIXES]
    with tempfile.TemporaryDirectory() as folder:
        for suffix in _SUFFIXES:
            own = [path.read_bytes() for path in sorted(_EXAMPLES.rglob(f"*{suffix}"))] or originals
            for _ in range(rounds):
                path = Path(folder) / f"damaged{suffix}"
                inside = suffix == ".docx" and dice.random() < 0.8
                damage = _damaged_inside if inside else _damaged
                path.write_bytes(damage(dice, dice.choice(own), dice.choice(originals)))
                yield f"reading {suffix}", partial(read_file, path, stages)
    functions: dict[str, Callable[[str], object]] = {
        "parties": lambda text: find_parties(text, dice.choice(list(DocumentKind))),
        "claims": split_claims,
        "figures": find_figures,
        "citations": find_citations,
        "quotations": lambda text: locate_quotation(text[:500], text),
    }
    for name, function in functions.items():
        for _ in range(rounds):
            text = "".join(dice.choices(_PIECES, k=dice.randint(1, 2000)))
            yield name, partial(function, text)


def _damaged(dice: random.Random, data: bytes, other: bytes) -> bytes:
    """A file after a few random accidents; now and then only noise."""
    if dice.random() < 0.1:
        return dice.randbytes(dice.randint(0, 5000))
    for _ in range(dice.randint(1, 8)):
        at, end = sorted(dice.randint(0, len(data)) for _ in range(2))
        end = min(end, at + 4000)
        piece = other[at:end] or b"\xff"
        data = dice.choice(
            [
                data[:at] + dice.randbytes(dice.randint(1, 16)) + data[at + 8 :],
                data[:at] + data[end:],
                data[:at] + data[at:end] * dice.randint(2, 20) + data[end:],
                data[:at] + piece + data[end:],
                data[:at],
            ]
        )
    return data


def _damaged_inside(dice: random.Random, data: bytes, other: bytes) -> bytes:
    """A package whose parts are damaged, though the archive itself is whole."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as package, zipfile.ZipFile(out, "w") as damaged:
        for name in package.namelist():
            part = package.read(name)
            damaged.writestr(name, _accident(dice, part, other) if dice.random() < 0.3 else part)
    return out.getvalue()


def _accident(dice: random.Random, part: bytes, other: bytes) -> bytes:
    """Half the time an accident that leaves the XML well formed: a number, a name or a reference changed."""
    numbers = list(re.finditer(rb'"[^"<>]{1,20}"', part))
    if not numbers or dice.random() < 0.5:
        return _damaged(dice, part, other)
    for found in dice.sample(numbers, min(8, len(numbers))):
        value = dice.choice([b"-1", b"0", b"99999999999999", b"x", b"", b"1e9", b"../../x"])[: len(found[0]) - 2]
        part = part[: found.start()] + b'"' + value.ljust(len(found[0]) - 2) + b'"' + part[found.end() :]
    return part


if __name__ == "__main__":
    main()
