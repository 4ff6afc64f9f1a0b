"""Whether every regular expression of the package takes linear time on hostile text.

Run: python -m benchmarks.hardening.patterns [--only MODULE]
Patterns are found in the source: each call of `re` with a pattern that the module's own names can spell out, and each
compiled pattern in a module's globals. One that is used to search is tried by searching, one that only matches by
matching. A pattern fails if doubling a text much more than doubles the time, or if the time runs out.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import pkgutil
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

from benchmarks.hardening.pattern_inputs import Attack, attacks

import pincite
from pincite.errors import MissingExtra

# The functions of `re` that take a pattern, each with the place of its flags.
_FUNCTIONS = {
    "compile": 1, "search": 2, "match": 2, "fullmatch": 2, "findall": 2, "finditer": 2, "split": 3, "sub": 4, "subn": 4
}  # fmt: skip
_ANCHORED = {"match", "fullmatch"}
_SHORT, _LONG = 500, 4000
_QUICK = 0.0008  # seconds: a pattern that takes less for a short text needs no second look
_LOOKED_AT = 25  # so many of the slowest texts of a pattern are tried at greater lengths
_CALM_GROWTH = 5  # four times the short text in at most so many times its time: far from any growth that fails
_FLOOR = 0.01  # seconds: growth from less than this is not judged
_LIMIT = 1.0  # seconds: the longest that any one text may take
_TIMED = 0.5  # seconds: once its timings took so long, a text is not timed again; only short ones are disturbed
_MOST_GROWTH = 3.2


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern and where it stands; `anchored` if it is only ever matched at one place, not sought from each."""

    place: str
    regex: re.Pattern[Any]
    anchored: bool


@dataclass(frozen=True, slots=True)
class Slow:
    """A text that a pattern is slow on: the time for it and for one twice as long, in seconds."""

    pattern: Pattern
    text: str
    seconds: float
    doubled: float


class _Late(Exception):
    """The time for one text is over."""


def modules() -> Iterator[ModuleType]:
    for found in pkgutil.walk_packages(pincite.__path__, "pincite."):
        if not found.name.endswith("__main__") and (module := _imported(found.name)):
            yield module


def _imported(name: str) -> ModuleType | None:
    """A module; none where it is part of a store whose engine is not installed."""
    try:
        return importlib.import_module(name)
    except (MissingExtra, ModuleNotFoundError):
        if name.startswith(("pincite.store.lance.", "pincite.store.postgres.")):
            return None
        raise


def find_patterns(module: ModuleType) -> list[Pattern]:
    """Each pattern that a module's source spells out, once."""
    tree = ast.parse(Path(str(module.__file__)).read_text("utf-8"))
    found = {(p.regex.pattern, p.regex.flags): p for p in _in_globals(module, _methods())}
    for node in ast.walk(tree):
        if _is_regex_call(node) and (pattern := _spelt_out(node, module)):
            found.setdefault((pattern.regex.pattern, pattern.regex.flags), pattern)
    return list(found.values())


def unspelt(module: ModuleType) -> list[int]:
    """The lines where a module builds a pattern at run time, from what a function is given."""
    tree = ast.parse(Path(str(module.__file__)).read_text("utf-8"))
    return [node.lineno for node in ast.walk(tree) if _is_regex_call(node) and not _spelt_out(node, module)]


def _is_regex_call(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "re"
        and node.func.attr in _FUNCTIONS
    )


def _spelt_out(node: ast.Call, module: ModuleType) -> Pattern | None:
    flags = [word.value for word in node.keywords if word.arg == "flags"]
    flags += node.args[_FUNCTIONS[node.func.attr] :]
    try:
        text = _value(node.args[0], module)
        given = _value(flags[0], module) if flags else 0
    except NameError:
        return None
    regex = text if isinstance(text, re.Pattern) else re.compile(text, given)
    return Pattern(f"{module.__name__}:{node.lineno}", regex, anchored=node.func.attr in _ANCHORED)


def _value(node: ast.expr, module: ModuleType) -> Any:
    return eval(compile(ast.Expression(node), str(module.__file__), "eval"), dict(vars(module)))


def _in_globals(module: ModuleType, methods: dict[str, set[str]]) -> Iterator[Pattern]:
    for name, value in vars(module).items():
        for regex in _compiled(value):
            used = methods.get(_known_as(name, module.__file__), {"search"})
            yield Pattern(f"{module.__name__}.{name}", regex, anchored=used <= _ANCHORED)


def _compiled(value: Any) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, dict):
        yield from _compiled([*value.keys(), *value.values()])
    elif isinstance(value, list | tuple | set | frozenset):
        for part in value:
            yield from _compiled(part)
    elif isinstance(value, type) and value.__module__.startswith("pincite"):
        yield from (part for part in vars(value).values() if isinstance(part, re.Pattern))


_USED: dict[str, set[str]] = {}


def _methods() -> dict[str, set[str]]:
    """By the name of a pattern: the methods that the package calls on it, or "search" where it is passed on."""
    if not _USED:
        for path in Path(pincite.__path__[0]).rglob("*.py"):
            tree = ast.parse(path.read_text("utf-8"))
            called: dict[int, str] = {}
            for node in ast.walk(tree):
                if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                    called[id(node.value)] = node.attr
            for node in ast.walk(tree):
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                    _USED.setdefault(_known_as(node.id, path), set()).add(called.get(id(node), "search"))
    return _USED


def _known_as(name: str, path: object) -> str:
    """A private name is known in its own file only."""
    return f"{path}:{name}" if name.startswith("_") else name


def slow_text(pattern: Pattern) -> Slow | None:
    """The first hostile text that a pattern does not read in linear time."""
    source = pattern.regex.pattern
    spelt = source.decode("latin-1") if isinstance(source, bytes) else source
    first = {}
    for attack in attacks(spelt, flags=pattern.regex.flags & ~re.UNICODE):
        first[attack] = _seconds(pattern, attack.text(_SHORT), tries=1)
        if first[attack] >= _LIMIT:
            return Slow(pattern, attack.text(_SHORT), _LIMIT, _LIMIT)
    for attack in sorted(first, key=lambda attack: -first[attack])[:_LOOKED_AT]:
        if first[attack] < _QUICK:
            break
        if _is_calm(pattern, attack, first[attack]):
            continue
        for tries in (2, 5, 9):  # again, for other work on the machine disturbs the clock
            seconds, doubled = (_seconds(pattern, attack.text(length), tries=tries) for length in (_LONG, 2 * _LONG))
            if doubled < _LIMIT and doubled <= _MOST_GROWTH * max(seconds, _FLOOR):
                break
        else:
            return Slow(pattern, attack.text(_LONG), seconds, doubled)
    return None


def _is_calm(pattern: Pattern, attack: Attack, short: float) -> bool:
    """Tell whether the time grows with a short text so slowly that long ones, which take long to read, need no look."""
    short = min(short, _seconds(pattern, attack.text(_SHORT), tries=2))
    linear = short * 2 * _LONG / _SHORT
    return linear < _LIMIT / 2 and _seconds(pattern, attack.text(4 * _SHORT), tries=1) <= _CALM_GROWTH * short


def _seconds(pattern: Pattern, text: str, *, tries: int) -> float:
    """The least of a few timings; the limit where time runs out."""
    subject = text.encode("latin-1", "replace") if isinstance(pattern.regex.pattern, bytes) else text
    use: Callable[[Any], object] = (
        pattern.regex.match if pattern.anchored else lambda s: list(pattern.regex.finditer(s))
    )
    least, spent = _LIMIT, 0.0
    for _ in range(tries):
        begun = time.process_time()
        try:
            with _time_limit(_LIMIT):
                use(subject)
        except _Late:
            return _LIMIT
        taken = time.process_time() - begun
        least, spent = min(least, taken), spent + taken
        if spent >= _TIMED:
            break
    return least


@contextmanager
def _time_limit(seconds: float) -> Iterator[None]:
    """Raise `_Late` when the time is over; the `re` module looks for signals while it matches."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise _Late

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="pincite", help="the modules whose names begin so")
    only = parser.parse_args().only
    patterns = [found for module in modules() if module.__name__.startswith(only) for found in find_patterns(module)]
    unique = {(p.regex.pattern, p.regex.flags): p for p in patterns}
    begun = time.perf_counter()
    slow = []
    for found in filter(None, map(slow_text, unique.values())):
        slow.append(found)
        print(
            f"{found.pattern.place}: {found.seconds:.3f} s, {found.doubled:.3f} s for twice the text; "
            f"{found.text[:60]!r}…{found.text[-4:]!r}  {found.pattern.regex.pattern[:80]!r}",
            flush=True,
        )
    print(f"{len(unique)} patterns, {len(slow)} slow, {time.perf_counter() - begun:.0f} s")
    sys.exit(bool(slow))


if __name__ == "__main__":
    main()
