"""Sequence: which candidates are sections, chosen together so that the numbering of the whole document adds up.

A search keeps a few readings of the document so far, each with its stack of open sections and its cost. A label that is
the next sibling of something open, or the first of a new list, costs nothing or little; a gap, a restart or a list that
begins in the middle costs more; leaving a label out costs what it has at stake.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pincite.legal.numerals import suffix_order
from pincite.structure.candidates import LabelCandidate
from pincite.structure.labels import DECIMALS, FLOATING, RANKS, LabelReading

_WIDTH = 6
_MARGIN = 12.0
_DEEPEST = 14
_IMPOSSIBLE = 99.0

_OPEN = 0.4
_REOPEN = 3.0
_RESTART = 2.8
_RETONED = 1.5
_FRESH = 0.6
_STRAY = 6.0
_UNNUMBERED = 1.5
_RECALLED = 2
_MOST = 60
_SHALLOW = 3
# The tone of headings; items of lists have higher ones.
_HEADING = 1


class Node:
    """An open section on the stack: its candidate and reading, and the node it hangs below."""

    __slots__ = ("candidate", "depth", "key", "parent", "rank", "reading")

    def __init__(self, candidate: LabelCandidate, reading: LabelReading, parent: Node | None) -> None:
        self.candidate = candidate
        self.reading = reading
        self.parent = parent
        self.depth: int = parent.depth + 1 if parent else 1
        self.rank = RANKS.get(reading.style, FLOATING)
        above = parent.key if parent else 0
        self.key: int = hash((above, reading.style, reading.value, reading.suffix))


@dataclass(slots=True)
class _Trail:
    """The nodes taken so far, last first."""

    node: Node
    before: _Trail | None


@dataclass(slots=True)
class _State:
    """One reading of the document up to here; `counted` is the last value of each style that may run on."""

    cost: float
    top: Node | None
    trail: _Trail | None
    counted: dict[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Break:
    """A place where lists may begin anew, as below a heading; or, if it `ends_all`, where nothing stays open.

    Below a heading that its file has `declared` no list stands within the item of another.
    """

    start: int
    ends_all: bool = True
    declared: bool = False


def choose_sections(events: Iterable[LabelCandidate | Break]) -> list[Node]:
    """Return the nodes of the cheapest reading in order; their parents form the tree."""
    states = [_State(0.0, None, None, {})]
    passed: Break | None = None
    for event in events:
        if not isinstance(event, Break):
            states = _advance(states, event, passed)
            passed = None
        elif event.ends_all:
            for state in states:
                state.top = _schedule_of(state.top)
        else:
            passed = event
    nodes: list[Node] = []
    trail = states[0].trail
    while trail is not None:
        nodes.append(trail.node)
        trail = trail.before
    return nodes[::-1]


def _schedule_of(node: Node | None) -> Node | None:
    while node is not None and node.rank != 0:
        node = node.parent
    return node


def _advance(states: list[_State], candidate: LabelCandidate, passed: Break | None) -> list[_State]:
    found: dict[int, _State] = {}
    for state in states:
        _offer(found, _State(state.cost + candidate.stake, state.top, state.trail, state.counted))
        for reading in candidate.label.readings:
            for cost, parent in _places(state, reading, tone=candidate.tone, passed=passed):
                if candidate.exact and cost > 0.5:
                    continue
                total = state.cost + cost + candidate.doubt
                node = Node(candidate, reading, parent)
                _offer(found, _State(total, node, _Trail(node, state.trail), _count(state, reading)))
    ranked = sorted(found.values(), key=lambda state: state.cost)
    limit = ranked[0].cost + _MARGIN
    return [state for state in ranked[:_WIDTH] if state.cost <= limit]


def _offer(found: dict[int, _State], state: _State) -> None:
    key = state.top.key if state.top else 0
    held = found.get(key)
    if held is None or state.cost < held.cost:
        found[key] = state


def _count(state: _State, reading: LabelReading) -> dict[str, tuple[int, ...]]:
    if reading.style == "schedule":
        return {}
    if reading.style in _RUNNING:
        return {**state.counted, reading.style: reading.value}
    return state.counted


_RUNNING = frozenset({"1.", "1", "[1]", "section", "article", "group", "chapter", "part", "decimal"})


def _places(
    state: _State, reading: LabelReading, *, tone: int, passed: Break | None
) -> Iterator[tuple[float, Node | None]]:
    """Where a reading can stand, as (cost, parent)."""
    if reading.style == "schedule":
        yield 0.2, None
    elif reading.style in DECIMALS:
        yield from _decimal_places(state, reading)
    elif reading.style in RANKS:
        yield from _ranked_places(state, reading)
    else:
        yield from _floating_places(state, reading, tone=tone, passed=passed)


def _step(before: LabelReading, after: LabelReading) -> float:
    """The cost of one label following another of its kind."""
    gap = after.value[-1] - before.value[-1]
    if gap == 1:
        return 0.0
    if gap == 0:
        # After 5Z, where the letters have run out, 5ZA may come too.
        later = suffix_order(after.suffix) > suffix_order(before.suffix) or after.suffix > before.suffix
        return 0.1 if later else _IMPOSSIBLE
    if gap < 0:
        return _RESTART if after.value[-1] == 1 else _IMPOSSIBLE
    return min(0.2 + 0.4 * gap, 4.0)


def _begin(reading: LabelReading) -> float:
    """The cost of a list that begins with this label."""
    value = reading.value[-1]
    if value == 1:
        return _OPEN
    if reading.style[0] == "(":
        return 1.2 if value == 2 else 1.8
    return 2.0 if value == 2 else 3.5


def _ranked_places(state: _State, reading: LabelReading) -> Iterator[tuple[float, Node | None]]:
    rank = RANKS[reading.style]
    node = state.top
    while node is not None and node.rank > rank:
        node = node.parent
    if node is not None and node.rank == rank:
        same = node.reading.style == reading.style
        yield (_step(node.reading, reading) if same else _OPEN), node.parent
        return
    last = state.counted.get(reading.style)
    runs_on = last is not None and reading.value[-1] - last[-1] in (0, 1)
    # “Part 8” in the eighth chapter of a guide is a Part of the rules it speaks of, and holds no later chapter.
    stray = reading.style == "part" and last is None and reading.value[-1] > 1 and state.trail is not None
    yield (0.1 if runs_on else _begin(reading) + (_STRAY if stray else 0.0)), node


def _decimal_places(state: _State, reading: LabelReading) -> Iterator[tuple[float, Node | None]]:
    """A decimal number stands below the number it extends: 5.2.1 below 5.2, and 5.2 below "5." or "Article V"."""
    depth, last = len(reading.value), reading.value[-1]
    first = _IMPOSSIBLE if last > _MOST else 0.0 if last <= 1 else 1.0 + 0.2 * last
    if _runs_on(state.counted.get(reading.style, ()), reading.value) and not _in_part(state.top):
        first = min(first, 0.1)
    anchor: Node | None = None
    node = state.top
    while node is not None:
        above = node.reading.value
        if node.reading.style == reading.style and len(above) == depth:
            if above[:-1] == reading.value[:-1]:
                yield _step(node.reading, reading), node.parent
                return
            # A list below a number of the same depth does not predict the next number.
            anchor = None
        elif _can_be_extended(node, depth):
            if above == reading.value[: len(above)]:
                # Rule 44.12 stands below the Section of Part 44 that is open.
                held = anchor is not None and RANKS["schedule"] < anchor.rank < RANKS["article"]
                yield first + depth - len(above) - 1, anchor if held else node
                return
            anchor = anchor or node
        node = node.parent
    if anchor is None:
        yield first + 0.6, None
    elif anchor.rank < RANKS["article"]:
        # Parts and schedules have numbers of their own, which those of their sections need not repeat.
        yield first + 0.6, anchor
    else:
        # The number above it is not the one open: its own heading was missed, or it stands for itself.
        ahead = reading.value[0] - anchor.reading.value[0]
        yield first + (1.0 if ahead == 1 else 2.5 if ahead > 0 else 5.0), anchor.parent


def _runs_on(before: tuple[int, ...], value: tuple[int, ...]) -> bool:
    """Tell whether a decimal number is the next after the last one, whatever was opened between them."""
    reached = before[: len(value)]
    return len(reached) == len(value) and reached[:-1] == value[:-1] and value[-1] - reached[-1] in (0, 1)


def _in_part(node: Node | None) -> bool:
    """Tell whether the innermost open container is a part: numbers that run on into one may be of another text."""
    while node is not None and not RANKS["schedule"] < node.rank < RANKS["article"]:
        node = node.parent
    return node is not None and node.reading.style == "part"


def _can_be_extended(node: Node, depth: int) -> bool:
    if node.reading.style in DECIMALS:
        return len(node.reading.value) < depth
    return node.rank < RANKS["decimal"] or (node.reading.style in _EXTENDED and node.depth <= _SHALLOW)


_EXTENDED = frozenset({"1.", "1", "I.", "A."})


def _floating_places(
    state: _State, reading: LabelReading, *, tone: int, passed: Break | None
) -> Iterator[tuple[float, Node | None]]:
    """An enumeration goes on where one of its style is open, or begins below the last section opened."""
    node = state.top
    seen = 0
    again = 0.0
    while node is not None and node.rank != 0 and seen < _RECALLED:
        if node.reading.style == reading.style:
            changed = bool(tone and node.candidate.tone and tone != node.candidate.tone)
            cost = _step(node.reading, reading)
            cost = _FRESH if passed and cost == _RESTART else cost
            yield cost + (_RETONED if changed else 0.0), node.parent
            again = again or (_RETONED if changed else _REOPEN)
            seen += 1
        node = node.parent
    if state.top is not None and state.top.depth >= _DEEPEST:
        return
    last = state.counted.get(reading.style)
    if not seen and last is not None and reading.value[-1] - last[-1] == 1:
        yield 0.1, state.top
        return
    yield _begin(reading) + again, _outside_items(state.top) if passed and passed.declared else state.top
    if not seen:
        yield from _outer_places(state, reading)


def _outside_items(node: Node | None) -> Node | None:
    """The nearest open section that its file does not set as an item of a list."""
    while node is not None and node.candidate.tone > _HEADING:
        node = node.parent
    return node


def _outer_places(state: _State, reading: LabelReading) -> Iterator[tuple[float, Node | None]]:
    """Where an enumeration of which none is open may begin above what is open: as the body of the document."""
    if reading.style in _WHOLE and reading.value[-1] - state.counted.get("decimal", (-9,))[0] == 1:
        # 4 comes after 3.1, 3.2 and 3.3 of a chapter that has no heading of its own.
        yield 0.3, _above_decimals(state.top)
    if reading.style == "1." and reading.value[-1] > 1 and _is_listed(state.top, _ranked(state.top)):
        # The first paragraphs have lost their numbers, and only their items are left.
        yield _UNNUMBERED, _ranked(state.top)
    if reading.style in _WHOLE and reading.value[-1] == 1:
        outer = _schedule_of(state.top)
        if _is_listed(state.top, outer):
            yield _OPEN / 2, outer
        elif reading.style == "1.":
            yield 0.6, outer
    if reading.style == "I." and reading.value[-1] == 1 and _follows_recitals(state.top):
        yield _OPEN / 2, None


_WHOLE = frozenset({"1.", "1"})


def _follows_recitals(node: Node | None) -> bool:
    """Tell whether nothing is open but the last of some recitals A, B, C: the body does not hang below it."""
    return node is not None and node.depth == 1 and node.reading.style in {"A.", "(A)"} and node.reading.value[-1] > 1


def _ranked(node: Node | None) -> Node | None:
    """The nearest open section that is no item of a list."""
    while node is not None and node.rank == FLOATING:
        node = node.parent
    return node


def _above_decimals(node: Node | None) -> Node | None:
    """What the outermost open decimal number hangs below."""
    above = node
    while node is not None:
        if node.reading.style == "decimal":
            above = node.parent
        node = node.parent
    return above


def _is_listed(node: Node | None, outer: Node | None) -> bool:
    """Tell whether nothing but items in brackets is open, such as the parties: the body does not hang below those."""
    while node is not outer and node is not None and node.reading.style[0] == "(":
        node = node.parent
    return node is outer
