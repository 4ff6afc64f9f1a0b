"""Headings: the words that name a section, after its number, below it, or set into its paragraph."""

from __future__ import annotations

import re
from functools import lru_cache

from pincite.spans import Span
from pincite.structure.labels import read_label

LONGEST = 160
_SHORTEST = 4
# "Practice Direction 5; or" is an item of a list.
_ITEM_END = re.compile(r";\s{1,9}(?:and|or)\s*\Z")
_OPEN_ENDED = ',;("“'
_CAPTION = 60
_PHRASE = 4
_CAPTION_WORDS = 20
_MOST = 0.6
# A line of its own that ends in a full stop is more often an item than a title.
_NEARLY_ALL = 0.75

_LEAD = re.compile(r"[.):]?[^\S\n]*(?:\|[^\S\n]*)?(?:[-–—]{1,2}(?=[^\S\n]?[A-Z“\"])[^\S\n]*)?")
# What ends a heading set into its paragraph: a full stop or colon, a dash, a wide gap, or the first item of a list.
# It begins with a set of characters, which makes the search fast.
_STOP = re.compile(
    r"[.:\s—–-](?:(?<=[.:])(?=\s|\Z|[—–”\"’)-])|(?<=[—–])|(?<=-)-"
    r"|(?<=[^\S\n])(?:(?=\((?:1|a|i|A)\)[^\S\n]|\d{1,2}\.\d)|[—–]|--|[^\S\n]++(?![,;])))"
)
_CAPITALS = re.compile(r"(?:[A-Z][A-Z'’&/-]*[,;]?[^\S\n]){1,12}(?=[A-Z]?[a-z]|[A-Z\"“][^\S\n]?[a-zA-Z][a-z])")
_ABBREVIATION = re.compile(
    r"(?:\b[A-Z]|\b(?:No|Nos|Inc|Co|Corp|Ltd|Sec|Art|etc|vs?|St|Mr|Ms|Dr|e\.g|i\.e|[Cc]f|ss?|paras?|č|čl|Čl|odst|písm|spol|Ing|Mgr|JUDr))$"
)
_BARE_KEYWORD = re.compile(r"(?:Sections?|Articles?|Clauses?|Parts?|Rules?|Schedule|Exhibit|Annex|Appendix)\Z")
_WORD = re.compile(r"(?<!\w)[^\W\d_][\w'’&/-]*")
_UNCAPITALISED = (
    "a an and as at but by for from in into of on or nor per the to upon with without within under over between among "
    "its their this that if not no de la der und et v vs re se ve na při do o k s z pro od"
)
_SMALL = frozenset(_UNCAPITALISED.split())
_PROSE = re.compile(
    r"^(?:In th(?:is|ese)|For the purposes?|Subject to|Notwithstanding|Except|Provided|Unless|If|Pursuant)\b"
    r"|^Whe(?:re|n)\W*$"
    r"|\b(?:shall|will|means|mean|has|have|is|are|was|were|may|must|agrees?|hereby|which|who|does|do|can|should|be|been|represents?"
    r"|warrants?|undertakes?|acknowledges?|owns?|that$"
    r"|you|we|your|our)\b"
    # What describes a party: "…, a company registered in …".
    r"|,[^\S\n]+(?:an?|whose|having|registered|incorporated|organi[sz]ed|existing|se sídlem|IČO?)\b"
)
# A printed line, such as dashes on a line of their own, before a label.
_RULE_BEFORE = re.compile(r"(?<=\n)[-_=*]{3,40}[^\S\n]*\n\s{0,9}\Z")
_NEXT_LINE = re.compile(
    r"(?:\n[^\S\n]{0,200}+){1,4}(?P<line>(?:[A-Z][A-Z,;:’'&()/-]*[^\S\n]{1,40}+){1,20}"
    # A heading in capitals on the line of its first section, or set apart from its first words by a wide gap.
    r"(?:(?=(?:Section|SECTION|§)[^\S\n]*\d)|(?<=[^\S\n]{3})(?=[A-Z]))"
    r"|\S[^\n]{0,200}(?=\n|\Z))"
)


@lru_cache(maxsize=256)
def heading_after(text: str, at: int) -> Span | None:
    """The heading that follows a label which ends at `at`: on its line, set into its paragraph, or on the next line."""
    # Cached: each label's heading is needed several times in a row.
    lead = _LEAD.match(text, at)
    start = lead.end() if lead else at
    end = line_end(text, start, limit=start + 2 * LONGEST)
    if not text[start:end].strip():
        return _heading_below(text, end) if text[end : end + 1] == "\n" else None
    # Items of an enumeration often end without punctuation, and are still not captions.
    return _heading_within(text, start, end, captions=text[at - 1 : at] not in (")", "]"))


def heading_in_block(text: str, at: int, *, end: int) -> Span | None:
    """The rest of a block that the file itself sets as a heading, after a label which ends at `at`."""
    lead = _LEAD.match(text, at, end)
    heading = _trimmed(text, lead.end() if lead else at, end)
    sentence = text[heading.end : end].strip()[:1] == "." and len(_WORD.findall(text, heading.start, heading.end)) > 8
    return heading if 0 < len(heading) <= LONGEST and not sentence else None


def caption_above(text: str, at: int) -> Span | None:
    """The heading that stands alone on the line before a label, as in rules of court and statutes.

    A printed line may stand between the two.
    """
    rule = _RULE_BEFORE.search(text, max(0, at - _CAPTION), at)
    below = rule.start() if rule else at
    end = below
    while end > 0 and text[end - 1].isspace():
        end -= 1
    if not 1 <= text.count("\n", end, below) <= 3:
        return None
    start = max(text.rfind("\n", 0, end) + 1, 0)
    line = _trimmed(text, start, end)
    words = line.slice(text)
    if not _SHORTEST <= len(line) <= LONGEST or line.end != end or not words[0].isupper():
        return None
    if words[-1] in ";,-–—)=" or len(_WORD.findall(words)) > _CAPTION_WORDS or read_label(text, line.start):
        return None
    return line


def is_title(words: str, *, share: float = _MOST) -> bool:
    """Tell whether words read like a title and not like a sentence: most content words are capitalised, no verb."""
    found = _WORD.findall(words)
    if not found or len(found) > 24 or found[0][0].islower() or _PROSE.search(words) or _BARE_KEYWORD.match(words):
        return False
    if (
        words.rstrip()[-1] in _OPEN_ENDED
        or _ITEM_END.search(words)
        or words.count('"') % 2
        or words.count("“") != words.count("”")
    ):
        return False
    weighty = [word for word in found if word.lower() not in _SMALL]
    capital = sum(word[0].isupper() for word in weighty)
    return bool(weighty) and capital >= share * len(weighty)


def line_end(text: str, at: int, *, limit: int | None = None) -> int:
    """Where the line that holds an offset ends, or the limit if it comes first."""
    last = len(text) if limit is None else min(limit, len(text))
    end = text.find("\n", at, last)
    return last if end < 0 else end


def _heading_within(text: str, start: int, end: int, *, captions: bool) -> Span | None:
    """The words up to the first stop that closes a title, or the whole line if it is one."""
    if text[start].islower():
        return None
    capitals = _CAPITALS.match(text, start, end)
    if capitals and len(capitals[0]) > _SHORTEST and capitals[0].rstrip()[-1] not in _OPEN_ENDED:
        return _trimmed(text, start, capitals.end())
    for match in _STOP.finditer(text, start, end):
        stop = match.start()
        if stop - start > LONGEST:
            return None
        if match[0] == "." and _ABBREVIATION.search(text, max(start, stop - 6), stop):
            continue
        # A dash may also occur within a title, so only a full stop or colon rules one out.
        follows = bool(text[stop + 1 : end].strip())
        if is_title(text[start:stop], share=_MOST if follows or match[0] != "." else _NEARLY_ALL):
            return _trimmed(text, start, stop)
        if match[0] in ".:":
            short = captions and match[0] == "." and _is_phrase(text[start:stop]) and follows
            return _trimmed(text, start, stop) if short else None
    whole = _trimmed(text, start, end)
    words = whole.slice(text)
    if not words or len(whole) > LONGEST or end == len(text) > start + LONGEST:
        return None
    if is_title(words) and words.rsplit(maxsplit=1)[-1] in _SMALL:
        below = _heading_below(text, end)
        return Span(whole.start, below.end) if below else whole
    caption = captions and _is_caption(words, text[whole.end : end].strip()[:1])
    return whole if caption or is_title(words) else None


def _heading_below(text: str, end: int) -> Span | None:
    """The next line, if it can be the heading of a label that stands alone on its own."""
    match = _NEXT_LINE.match(text, end)
    if match is None:
        return None
    line = _trimmed(text, match.start("line"), match.end("line"))
    words = line.slice(text)
    if not words or len(line) > LONGEST or read_label(text, line.start) or text[match.end("line") - 1] in ";,":
        return None
    stop = text[line.end : match.end("line")].strip()[:1]
    if stop == "." and not words.istitle() and not words.isupper():
        return None
    return line if is_title(words) or _is_caption(words, stop) else None


def _is_phrase(words: str) -> bool:
    """Tell whether the words before a full stop are too few to be a sentence: "No waiver", "Floor loading"."""
    if not words[:1].isupper() or _PROSE.search(words) or any(sign == "," or sign.isdecimal() for sign in words):
        return False
    return len(_WORD.findall(words)) <= _PHRASE


def _is_caption(words: str, stop: str) -> bool:
    """Tell whether a whole line names a section, though only its first word is capitalised."""
    short = len(words) <= _CAPTION and len(_WORD.findall(words)) <= 8
    return short and words[0].isupper() and not stop and words[-1] not in ";,-–—" and not _PROSE.search(words)


def _trimmed(text: str, start: int, end: int) -> Span:
    """A span without the white space and closing punctuation around its words."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and (text[end - 1].isspace() or text[end - 1] in ".:_"):
        end -= 1
    return Span(start, end)
