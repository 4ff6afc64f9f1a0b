"""Acts and instruments with their provisions, in both orders, and the short forms that point back at them.

"section 33 of the Limitation Act 1980", "Limitation Act 1980, s 33(1)", "ss 2 and 3 of that Act", "the 1980 Act",
"paragraph 16 of Schedule 15 to the Law of Property Act 1922". American Acts ("Securities Act of 1933") are read alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from pincite.legal.citations.act_mentions import ActMention, ActMentions
from pincite.legal.citations.act_names import COUNTRY, spelt, start_of_name
from pincite.legal.citations.citation import CitationKind, LegalCitation
from pincite.legal.citations.numbers import LETTER, PLAIN, ROMAN, SUBDIVISIONS, NumberItem, read_list
from pincite.legal.citations.scanning import scan
from pincite.spans import Span

_SPELLINGS = {
    "s": "section sections s ss sec secs § §§", "Pt": "part parts pt pts", "Ch": "chapter chapters ch chs",
    "Sch": "schedule schedules sch schs sched scheds",
    "para": "paragraph paragraphs para paras ¶ ¶¶", "art": "article articles art arts",
    "reg": "regulation regulations reg regs", "r": "rule rules r rr", "Title": "title titles", "Subtitle": "subtitle",
}  # fmt: skip
_PLURALS = frozenset(
    [
        *("ss", "sections", "secs", "§§", "regs", "regulations", "arts", "articles", "paragraphs", "paras", "¶¶"),
        *("rules", "rr", "schedules", "schs", "parts", "pts"),
    ]
)
# A contract numbers its sections "3.4"; a code has "20040.5".
_CLAUSE = re.compile(r"\d{1,2}\.\d")
_UNITS = {word: unit for unit, words in _SPELLINGS.items() for word in words.split()}
_WORDS = (
    r"[Ss]ections?|SECTIONS?|[Ss]ecs?\.?|[Ss]s?\.?|§{1,2}|[Pp]arts?|PART|Pts?\.?|[Cc]hapters?|[Cc]hs?\.?|[Ss]chedules?|SCHEDULE|Sch(?:ed)?s?\.?|[Pp]aragraphs?|[Pp]aras?\.?|¶{1,2}"
    r"|[Aa]rticles?|[Aa]rts?\.?|[Rr]egulations?|[Rr]egs?\.?|[Rr]ules?|r{1,2}\.?|Titles?|Subtitle"
)
_UNIT = re.compile(
    rf"(?<![A-Za-z.])(?P<unit>{_WORDS})(?<=[A-Za-z.§¶])\s{{0,3}}"
    rf"(?=\d|{ROMAN}|[A-Z]{{1,2}}\s?\d{{1,2}}(?!\w)|(?<=Subtitle\s)[A-Z](?!\w))"
)
# "Schedule B1" stands before Schedule 1.
_NUMBER = re.compile(
    rf"\d{{1,3}}[A-Z]?:\d{{1,3}}[A-Z]?-\d{{1,3}}(?:\.\d{{1,2}})?{SUBDIVISIONS}|\d{{1,5}}\.\d{{1,4}}{LETTER}{SUBDIVISIONS}|{PLAIN}|[A-Z]{{1,2}}\s?\d{{1,2}}(?!\w){SUBDIVISIONS}|{ROMAN}{LETTER}"
)
_LETTERED = re.compile(r"[A-Z](?!\w)")
_OF = re.compile(
    r"(?:\s\([a-z](?:[^()\n]|\(\w{1,4}\)){2,80}\))?(?:\s{1,3}|(?<=\)))(?:of|to|in|under|OF|TO|UNDER),?\s{1,3}(?:(?:the|The|THE|that|those|such|said|same|above-mentioned|aforesaid|aforementioned)\s{1,3}){0,2}"
    rf"(?:{COUNTRY})?"
)
# "section 1 of, and Schedule 1 to, the …"
_AGAIN = re.compile(rf"(?:\s{{1,3}}(?:of|to)(?=,|\s))?\s{{0,3}}(?:,|and|or)\s{{0,3}}(?:and\s+|or\s+)?(?={_WORDS}\b)")
_JOINED = re.compile(r"\s{0,3}(?:,\s{0,3})?(?:and|or|&)\s{1,3}")
_ELSEWHERE = re.compile(r"\s{1,3}(?:here(?:of|in|to)|there(?:of|in|to)|above|below)(?![A-Za-z])")
_INVERTED = re.compile(
    rf"(?:\s{{0,2}},\s{{0,3}}|\s{{1,3}}(?:at\s{{1,3}})?\(?|(?<=\d\))(?=[Ss]ection))(?P<unit>(?:[Ss]ections?|[Ss]s?\.?|§{{1,2}}|regs?\.?|arts?\.?|[Ss]chedules?|Sch(?:ed)?s?\.?|[Rr]ules?|rr?\.?)|(?<=,\s)(?:{_WORDS}))"
    r"\s{0,3}(?=\d|(?<=[Ss]ch\s)[A-Z]\d|(?<=[Ss]chedule\s)[A-Z]\d)"
)
_INNER = re.compile(rf",?\s{{1,3}}(?P<unit>{_WORDS})(?<=[A-Za-z.§¶])\s{{0,3}}(?=\d|{ROMAN})")
# An Act without a year counts where a provision of it is cited: "Section 5 of the Federal Trade Commission Act",
# "rule 7.3 of the Insolvency Rules".
_YEARLESS = re.compile(
    rf"(?:(?:the|such)\s{{1,3}})?(?:{COUNTRY})?"
    r"(?P<name>(?:(?:General|Compiled)\s{1,3}Laws|(?:General|Revised)\s{1,3}Statutes)\s{1,3}of\s{1,3}(?:the\s{1,3}(?:State|Commonwealth)\s{1,3}of\s{1,3})?[A-Z][a-z]{3,15}(?:\s[A-Z][a-z]{3,12})?"
    r"|(?:[A-Z][a-z]{3,15}\s{1,3})?Code\s{1,3}of\s{1,3}(?:Civil|Criminal)\s{1,3}Procedure|Code\s{1,3}of\s{1,3}(?:Virginia|Alabama|Georgia|Iowa|South\s{1,3}Carolina)|(?!This|That|The|Act|Regulation\b|Code\b|(?:Civil\s{1,3}Procedure|Federal)\s{1,3}Rules|Treasury\s{1,3}Regulations)(?:[A-Z][\w'’-]{1,30}+,?\s{1,3}(?:(?:(?:of|for|on)\s{1,3}(?:the\s{1,3})?|(?:and|&)\s{1,3}))?){1,7}?(?:Act|Code|Rules|Regulations|(?:General|Compiled)\s{1,3}Laws|(?:Revised|General)\s{1,3}Statutes|(?<!Applicable\s)(?<!the\s)Law(?:\s{1,3}of\s{1,3}the\s{1,3}State\s{1,3}of\s{1,3}[A-Z][a-z]{2,15})?))(?![A-Za-z])(?!,?\s+(?:of\s+)?\d{4})"
)
# What must stand before an Act's name for a provision to lead to it, and before "that Act".
_LEADS = re.compile(
    r"(?:[\dA-Z)]\s{1,3}|\))(?:of|to|in|under|OF|TO|UNDER),?\s{1,3}(?:(?:the|that|those|such|said|same|The|THE|above-mentioned|aforesaid|aforementioned)\s{1,3}){0,2}"
    rf"(?:{COUNTRY})?$"
)
# An Act with one Schedule gives it no number: "paragraph 11 of the Schedule to the Act".
_ONE_SCHEDULE = re.compile(
    r"\s{1,3}(?:of|to|in)\s{1,3}the\s{1,3}Schedule\s{1,3}to\s{1,3}(?:(?:the|that|those)\s{1,3})?$"
)
# "s.11 Contempt of Court Act 1981", "ss 2 and 3 Limitation Act 1980"
_DIRECT = re.compile(r"(?:\d[A-Z]{0,2}|\)),?\s{1,3}$")
_GAP = re.compile(r"\s{1,3}")
_COMMA = re.compile(r",\s{1,3}")
_PROVISION_BEFORE = (
    r"(?:(?<=\)..)|(?<=[\dA-Z)]\s..)|(?<=[\dA-Z)]\s\s..)|(?<=[\dA-Z)]\s\s\s..)"
    r"|(?<=Schedule\s..)|(?<=Schedule\s\s..)|(?<=Schedule\s\s\s..))"
)
_ACT_AFTER = r"\s{1,3}(?=that\s|those\s|such\s|the\s|said\s|[A-Z])"
_PROVISION_OF = (
    re.compile(rf"of{_PROVISION_BEFORE}{_ACT_AFTER}"),
    re.compile(rf"to{_PROVISION_BEFORE}{_ACT_AFTER}"),
    re.compile(rf"in{_PROVISION_BEFORE}{_ACT_AFTER}"),
    re.compile(rf"un{_PROVISION_BEFORE}der{_ACT_AFTER}"),
)
_CODE_AFTER = re.compile(r"\s{0,3}(?:U\.?\s?S\.?\s?C|C\.?\s?F\.?\s?R)")
_CODE_BEFORE = re.compile(r"(?:S\.?\s?C\.?(?:\s?[AS]\.?)?|F\.?\s?R\.?|Code|PD\s?\d{1,2}[A-Z]{0,2}|[Ss]tat\.)\s{0,3}$")
# An Act's number among those of its year: "(c.42)".
_CHAPTER_NUMBER = re.compile(
    r"\s{1,3}\((?:c|ch|asp|anaw|asc|nawm|N\.?I)\.?\s?\d{1,3}\)(?=,|\s{0,3}(?:[Ss]ection|[Ss]{1,2}\.?\s{0,2}\d))"
)
# What a larger provision may hold.
_HOLDS = {
    "Sch": {"para", "Pt"}, "Pt": {"Ch", "para", "s"}, "Ch": {"s", "para"}, "Title": {"Ch", "s", "Subtitle"},
    "Subtitle": {"Pt"},
}  # fmt: skip
# What has rules or regulations for its provisions.
_SECONDARY = re.compile(r"\b(?:Regulations?|Rules|Orders?)\b")
# A provision after the name of an Act that has no year: "Bankruptcy Code Section 363", "Code § 409A", "I.R.C. § 501".
_SECTION_AFTER = (
    r"(?=\s{1,3}(?:[Ss]ections?|[Ss]ecs?\.|§{1,2})\s{0,3}"
    r"(?:\d{3,5}\.\d|\d{1,3}\.\d{1,3}-\d{2}|\d{1,5}(?!\d|\.\d|\s{0,3}(?:U\.?S|C\.?F))))"
)
_YEARLESS_BEFORE = (
    re.compile(rf"(?P<word>Act){_SECTION_AFTER}"),
    re.compile(rf"(?P<word>Code(?:\s{{1,3}}of\s{{1,3}}(?:Civil|Criminal)\s{{1,3}}Procedure)?){_SECTION_AFTER}"),
    re.compile(rf"(?P<word>I(?<![A-Za-z.].)\.?R\.?C\.?){_SECTION_AFTER}"),
)
_IS_INSTRUMENT = re.compile(
    r"(?:\b(?:Regulations?|Rules|Orders?)\b(?:\s+of(?:\s+Procedure)?)?|^Act of (?:Sederunt|Adjournal) .{1,200})\s\d{4}$"
)
_STEPS = 3
_WINDOW = 160


@dataclass(frozen=True, slots=True)
class _Step:
    """A unit with its numbers, as in "Chapters I and II": where it begins, and what it lists."""

    start: int
    unit: str
    items: list[NumberItem]
    within: str = ""
    # Of the Act itself, whatever holds the next one: "section 1 of, and paragraph 2 of Schedule 3 to".
    alone: bool = False

    @property
    def end(self) -> int:
        return self.items[-1].end


def find(text: str, mentions: ActMentions) -> Iterator[LegalCitation]:
    """Acts and instruments, with and without a provision."""
    for mention in mentions.all:
        if steps := _steps_before(text, mention):
            yield from _chained(steps, mention)
        elif inverted := list(_after(text, mention)):
            yield from inverted
        else:
            yield _citation(mention.name, "", Span(mention.start, mention.end), ())
    for match in scan(text, *_PROVISION_OF):
        target = _unnamed(text, match.end(), mentions)
        if target and (steps := _steps_before(text, target)):
            yield from _chained(steps, target)
    for match in scan(text, *_YEARLESS_BEFORE):
        if act := _yearless_before(text, match, mentions):
            yield from _after(text, act)


def _yearless_before(text: str, match: re.Match[str], mentions: ActMentions) -> ActMention | None:
    """Return the Act or code without a year that a word ends: "Bankruptcy Code", or "Code" alone."""
    if match["word"][0] == "I":
        return ActMention(mentions.with_year("Internal Revenue Code", at=match.start()), *match.span())
    start = start_of_name(text, match.start())
    if match["word"] not in {"Act", "Code"}:
        start = match.start() if start is None else start
    if start is not None:
        return ActMention(mentions.with_year(spelt(text[start : match.end()]), at=start), start, match.end())
    code = mentions.code if match["word"] == "Code" else None
    return ActMention(code, *match.span()) if code else None


def _after(text: str, act: ActMention) -> Iterator[LegalCitation]:
    """The provisions that stand after an Act's name: "Companies Act 2006, s 172(1) and ss 174-177"."""
    for place, steps in enumerate(_inverted(text, act.end)):
        last = steps[-1]
        if not _holds(act.name, last.unit):
            return
        if steps[0].unit == "para" and not _SECONDARY.search(act.name):
            # An Act has paragraphs in its Schedules alone; this is one of a text named after the Act.
            return
        outer = "".join(f" {step.unit} {step.items[0].label}" for step in steps[:-1])
        for item in last.items:
            start = item.start if item is not last.items[0] else steps[0].start if place else act.start
            keys = [f"{outer} {last.unit} {number}".strip() for number in item.members()]
            yield _citation(act.name, f"{outer} {last.unit} {item.label}", Span(start, item.end), keys)


def _holds(name: str, unit: str) -> bool:
    """Tell whether an Act or instrument can have such provisions: an Act has no rules, and these are made under it."""
    return unit not in {"r", "reg"} or _SECONDARY.search(name) is not None


def _unnamed(text: str, at: int, mentions: ActMentions) -> ActMention | None:
    """Return the Act of a provision if no year is given: "that Act", or an Act by its name alone."""
    if mention := mentions.pointed_at(text, at) or mentions.law_at(text, at):
        return mention
    name = _YEARLESS.match(text, at)
    return ActMention(mentions.with_year(spelt(name["name"]), at=at), name.start("name"), name.end()) if name else None


def _steps_before(text: str, act: ActMention) -> list[list[_Step]]:
    """The provisions that lead to an Act's name, the innermost first, as in "Chapters I and II of Part I of"."""
    start = act.start
    schedule = _ONE_SCHEDULE.search(text, max(start - 40, 0), start)
    direct = _DIRECT.search(text, max(start - 36, 0), start)
    if not schedule and not direct and not _LEADS.search(text, max(start - 36, 0), start):
        return []
    for head in _UNIT.finditer(text, max(start - _WINDOW, 0), start):
        if head["unit"][0] == "§" and _CODE_BEFORE.search(text, max(head.start() - 12, 0), head.start()):
            continue
        steps, end = _chain(text, head)
        listed = [step for group in steps if group is steps[-1] or len(group) > 1 for step in group]
        if not all(_holds(act.name, step.unit) for step in listed):
            continue
        of = _OF.match(text, end) if steps else None
        if schedule and end == schedule.start() and steps:
            return [*steps, [_Step(end, "Sch", [NumberItem(end, end, "")])]]
        # An index of a contract's terms, "Section 9.4 Exchange Act": Acts do not number their sections so.
        indexed = any(step.unit == "s" and _CLAUSE.match(step.items[0].number) for step in listed)
        apart = steps[-1:] and steps[-1][-1].unit in {"s", "reg", "Sch"} and not _INVERTED.match(text, act.end)
        joint = _COMMA if apart else _GAP
        gap = _GAP.match(text, end) or joint.match(text, end) if direct and steps and not indexed else None
        if (of and of.end() == start) or (gap and gap.end() == start):
            return steps
    return []


def _chain(text: str, head: re.Match[str]) -> tuple[list[list[_Step]], int]:
    """The steps from one unit on, and where they end."""
    first = _step_at(text, head)
    steps = [[first]] if first else []
    end = first.end if first else head.end()
    while steps and len(steps) <= _STEPS:
        again = _AGAIN.match(text, end)
        of = None if again else _OF.match(text, end)
        joined = again or of or _GAP.match(text, end)
        following = _UNIT.match(text, joined.end()) if joined else None
        step = _step_at(text, following) if following else None
        if step is None:
            break
        if of or (joined and _is_inside(steps[-1][-1], step, joined[0])):
            steps.append([step])
        elif joined and _nests(steps[-1][-1], step, joined[0]):
            steps[-1][-1] = _nested(steps[-1][-1], step)
        elif joined and not joined[0].strip():
            break
        else:
            if again and again[0].split()[0].rstrip(",") in {"of", "to"}:
                outer = _outer(steps)
                steps = [[replace(before, within=f"{outer}{before.within}", alone=True) for before in steps[0]]]
            steps[-1].append(step)
        end = step.end
    return steps, end


def _nests(outer: _Step, inner: _Step, joint: str) -> bool:
    """Tell whether a provision is part of the one before it: "Schedule 2, paragraph 4", "Sch 2 para 4"."""
    return joint.strip() in {"", ","} and len(outer.items) == 1 and inner.unit in _HOLDS.get(outer.unit, ())


def _is_inside(inner: _Step, outer: _Step, joint: str) -> bool:
    """Tell whether a provision is part of the one after it: "paragraph 1, Schedule 10 to"."""
    return joint.strip() == "," and inner.unit in _HOLDS.get(outer.unit, ())


def _nested(outer: _Step, inner: _Step) -> _Step:
    return _Step(outer.start, inner.unit, inner.items, within=f"{outer.within} {outer.unit} {outer.items[0].label}")


def _step_at(text: str, head: re.Match[str]) -> _Step | None:
    unit = _unit(head["unit"])
    items = read_list(text, head.end(), number=_LETTERED if unit == "Subtitle" else _NUMBER)
    # American agencies letter their regulations, and these are of no Act: "Regulation X".
    lettered = unit == "reg" and items and not items[0].number[0].isdigit()
    return _Step(head.start(), unit, items) if items and not lettered else None


def _outer(steps: list[list[_Step]]) -> str:
    """What holds the innermost provisions, the outermost first: " Sch 2 Pt 1"."""
    return "".join(f"{step[0].within} {step[0].unit} {step[0].items[0].label}".rstrip() for step in reversed(steps[1:]))


def _chained(steps: list[list[_Step]], act: ActMention) -> Iterator[LegalCitation]:
    outer = _outer(steps)
    first = [(step, item) for step in steps[0] for item in step.items]
    for at, (step, item) in enumerate(first):
        start = step.start if item is step.items[0] else item.start
        span = Span(start, act.end if at == len(first) - 1 else item.end)
        where = f"{'' if step.alone else outer}{step.within} {step.unit}"
        keys = [f"{where} {number}".strip() for number in item.members()]
        yield _citation(act.name, f"{where} {item.label}", span, keys)


def _citation(name: str, place: str, span: Span, members: list[str] | tuple[str, ...]) -> LegalCitation:
    instrument = _IS_INSTRUMENT.search(name)
    kind = CitationKind.INSTRUMENT if instrument else CitationKind.STATUTE
    unit = place.rsplit(" ", 1)[0]
    keys = tuple(f"{name} {m}" if " " in m else f"{name}{unit} {m}" for m in members)
    return LegalCitation(kind, f"{name}{place}", span, keys)


def _inverted(text: str, at: int) -> Iterator[list[_Step]]:
    """The provisions after an Act's name, each the outermost unit first: "…, s 33(1)", "…, Sch 1, para 3"."""
    chapter = _CHAPTER_NUMBER.match(text, at)
    steps = _descent(text, _step_after(text, chapter.end() if chapter else at))
    while steps:
        yield steps
        again = _JOINED.match(text, steps[-1].end)
        head = _UNIT.match(text, again.end()) if again else None
        following = _step_at(text, head) if head else None
        if following is None or following.unit not in {"s", "Sch", "reg", "art"} or "." in following.items[0].number:
            return
        steps = _descent(text, following)
        if _OF.match(text, steps[-1].end) or _ELSEWHERE.match(text, steps[-1].end):
            return


def _descent(text: str, first: _Step | None) -> list[_Step]:
    """A provision and what it says of the places in it: "Sch 1, para 3"."""
    steps = [first] if first else []
    while steps and steps[-1].unit in _HOLDS and len(steps[-1].items) == 1 and len(steps) < _STEPS:
        head = _INNER.match(text, steps[-1].end)
        inner = _step_at(text, head) if head else None
        if inner is None or inner.unit not in _HOLDS[steps[-1].unit]:
            break
        steps.append(inner)
    return steps


def _step_after(text: str, at: int) -> _Step | None:
    head = _INVERTED.match(text, at)
    if not head:
        return None
    plural = head["unit"].rstrip(".").lower() in _PLURALS
    items = read_list(text, head.end(), number=_NUMBER, many=plural)
    if items and _CODE_AFTER.match(text, items[-1].end):
        return None
    if items and items[0].last is None and _CLAUSE.match(items[0].number) and _unit(head["unit"]) == "s":
        # An index of a contract's terms: "Exchange Act Section 3.4(b)". Acts do not number their sections so.
        return None
    leads_on = (
        items and (of := _OF.match(text, items[-1].end)) and re.compile(r"[A-Z]|that\b|\d{4}").match(text, of.end())
    )
    return _Step(head.start(), _unit(head["unit"]), items) if items and not leads_on else None


def _unit(word: str) -> str:
    return _UNITS[word.rstrip(".").lower()]
