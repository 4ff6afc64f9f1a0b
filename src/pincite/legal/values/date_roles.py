"""What a date dates, by the words around it: when a document was made or signed, takes effect, ends or was updated."""

from __future__ import annotations

import re

from pincite.spans import Span

# What the words before a date say it is; the nearest wins.
_BEFORE = (
    (
        "expiry",
        re.compile(
            r"\b(?:expir\w+|terminat\w+|until|ending|ends?|conclude|concludes|concluding|through|completion\s+date|"
            r"platnosti do)\b[^.;\n]{0,40}\Z",
            re.I,
        ),
    ),
    ("updated", re.compile(r"\b(?:updated|revised|modified|aktualizov\w+)\b[^.;\n]{0,25}\Z", re.I)),
    (
        "effective",
        re.compile(
            r"\b(?:effective(?!\s+time\b)|účinn\w+|commenc\w+|in\s+effect|in(?:to)?\s+force)\b[^.;\n]{0,45}\Z", re.I
        ),
    ),
    (
        "effective",
        re.compile(
            r"\b(?:term|agreement|contract|engagement|appointment|employment|consultancy|tenancy|lease|licen[cs]e|subscription)"
            r"\b[^.;]{0,60}\b(?:begin|begins|beginning|start|starts|starting)\b"
            r"(?:\s{1,4}date\b)?[\s:]{0,8}(?:(?:on|from|as\s{1,4}of)\b)?[\s:]{0,12}\Z",
            re.I,
        ),
    ),
    ("delivered", re.compile(r"\b(?:handed\s+down|decided|argued|hearing|delivered|filed)\b[^.;\n]{0,25}\Z", re.I)),
    (
        "signed",
        re.compile(
            r"\b(?:signed|executed|entered(?:\s+into|\s+on|\s+as\s+of|\s+this)|made|concluded|witness\w*|uzavřen\w*|dne)\b"
            r"[^;]{0,120}\Z",
            re.I,
        ),
    ),
)
# “Dated as of”, or a line that says “Date:”; “Effective Date:” and “delivery date” say more.
_DATED = re.compile(
    r"(?:\bdated|\b(?:agreement|contract|execution|signature|signing)\s{1,4}date|(?<![^\W_]\s)(?<![^\W_])date|(?<!effective\s)(?<!effect\s)(?<!force\s)(?<!commence\s)(?<!commencing\s)(?<!terminate\s)(?<!end\s)(?<!ends\s)(?<!expire\s)\bas\s{1,4}of|"
    r"\bdatum|(?<!effective\s)\bthis)\b[\s:]*(?:(?:this|the|as\s+of|of|on|for\s+reference)\b[\s_,:]{0,8}){0,2}[\s_,:]{0,8}\Z",
    re.I,
)
_AFTER = (
    (
        "effective",
        re.compile(
            r"\s{0,40}+(?:,\s{0,40}+)?(?:the\s{1,40})?(?:[(\[]\s{0,40}+(?:the\s{1,40})?[\"“„]?|[\"“„]|"
            r"(?:[(\[]\s{0,40}+)?(?:herein(?:after)?\s{1,40})?(?:called|known\s{1,40}as|referred\s{1,40}to\s{1,40}as|defined\s{1,40}as)\s{1,40}"
            r"(?:the\s{1,40})?[\"“„]?|[(\[]\s{0,40}+hereinafter\s{1,40}(?:the\s{1,40})?[\"“„]?)(?:Effective|Commencement)\s+Date",
            re.I,
        ),
    ),
    (
        "signed",
        re.compile(
            r"\s{0,40}+(?:,\s{0,40}+)?[(\[]\s{0,40}+(?:the\s{1,40}|hereinafter\s{1,40})?[\"“„]?(?:Execution|Signing|Signature)\s+Date",
            re.I,
        ),
    ),
)
# “Under the Supply Agreement dated 1 May 2019”: the date of a document that is only mentioned.
_OF_ANOTHER = re.compile(
    r"(?:\b(?:that\s+certain|to\s+(?:the|that)|under\s+the|of\s+the|in\s+the|the|an?|certain|original)\s+[A-Z][^.;()]{0,80}"
    r"(?:Agreement|Contract|Lease|CONTRACT|AGREEMENT|Schedule|Plan|Note|Deed|Licen[cs]e|Guarantee|Addendum|Mortgage)"
    r"(?:\s+[(][^()]{1,60}[)])?(?P<between>(?:[^.;()]|[.](?!\s+[A-Z])|[(][^()]{1,60}[)]){0,140})"
    r"|\b(?:letter|memorandum|Memorandum|proposal)\b(?P<behind>[^.;()]{0,80})\s)"
    r"\b(?:dated|entered\s+into|made\s+effective|effective)(?:\s+(?:as\s+of|on|from))?\s*\Z"
)
_BEFORE_NOW = re.compile(r"\b(?:previously|have|has|had|originally)\s+(?:previously\s+)?entered\s+into\b[^.;]{0,140}\Z")
_VERB = re.compile(r"\b(?:is|are|was|shall|hereby|be|becomes?)\b", re.I)
# What stands above the date of a signature, or around one that says that it is a date.
_SIGNED_ABOVE = re.compile(r"/s/|\\s\\|\((?:signature|seal)\)", re.I)
_SIGNATURE = re.compile(r"/s/|\\s\\|\bBy\s?:|\b(?:name|title|its)\s?:|\bsignature\b|\(seal\)", re.I)
_SAYS_DATE = re.compile(r"\bdate\b|\bdated\b", re.I)
_ABOVE, _BELOW = 200, 120
_LABEL = 80
_BEFORE_DATE = 160
_FULL_LINE = 60
_NEGATED = 25
_RECITAL = 500
_SENTENCE = 300
_AGREED = re.compile(
    r"\b(?:now,?\s{1,4}therefore|in\s{1,4}witness|it\s{1,4}is\s{1,4}agreed|agree\s{1,4}as\s{1,4}follows)\b", re.I
)
_NOT = re.compile(r"\bnot\b[^.,;]{0,80}\Z", re.I)
_TERMINATES = re.compile(r"\bterminat(?:e|es|ed|ion)\b[^.;]{0,120}\beffective\b[^.;]{0,45}\Z", re.I)
# “Prices are firm through 31 December 2025”: what ends then is not the document.
_ENDS_WITHIN = re.compile(
    r"\b(?:(?P<other>prices?|pricing|fees?|rates?|rents?|discounts?|charges?|invoices?|salar(?:y|ies)|wages?|interest|"
    r"deliver(?:y|ies)|forecasts?)|agreement|contract|lease|licen[cs]e|term|engagement|appointment|employment|tenancy)\b",
    re.I,
)
# “Hamburg, 3 May 2019”: a place and a date have their line for themselves too.
_PLACE_BEFORE = re.compile(r"\s*+(?:[A-Z][\w./ -]{1,28},\s{0,4}+)?")


def roles_of(text: str, span: Span) -> list[str | None]:
    """What a date says of its document; nothing where the words around it do not tell."""
    after = next((role for role, pattern in _AFTER if pattern.match(text, span.end)), None)
    before = text[max(0, span.start - _BEFORE_DATE) : span.start]
    if _is_of_another(before):
        return [after] if after else []
    role = _role_before(text, span, before)
    if (role, after) == ("signed", "effective"):
        # “Entered into as of 1 May 2019 (the “Effective Date”)” was made then, too.
        return ["signed", "effective"]
    told = after or role
    return [told] if told else []


def _role_before(text: str, span: Span, before: str) -> str | None:
    matches = [(match.start(), role) for role, pattern in _BEFORE if (match := pattern.search(before))]
    dated = _DATED.search(before)
    nearest = max(matches, default=None)
    if dated is not None and (nearest is None or dated.start() > nearest[0]):
        return "signature" if _SIGNATURE.search(text, max(0, span.start - _ABOVE), span.end + _BELOW) else "signed"
    if nearest is not None:
        # “May terminate this Agreement, effective 1 May”, “is not effective by 1 May”: not when it takes effect.
        ends = (
            nearest[1] == "effective"
            and (_TERMINATES.search(before) or _NOT.search(before, max(0, nearest[0] - _NEGATED)))
        ) or (nearest[1] == "expiry" and _ends_within(text, span))
        return None if ends or (nearest[1] == "signed" and _is_recited(text, span)) else nearest[1]
    return "signature" if _is_signature(text, span) else None


def _ends_within(text: str, span: Span) -> bool:
    """Tell whether the sentence of a date speaks first of a price or the like, and not of the document or its term."""
    before = text[max(0, span.start - _SENTENCE) : span.start]
    start = max(before.rfind(sign) for sign in ("\n", ". ", "; ")) + 1
    subject = _ENDS_WITHIN.search(before, start)
    return subject is not None and subject["other"] is not None


def _is_recited(text: str, span: Span) -> bool:
    """Tell whether a date stands in a recital, which tells of the past."""
    recital = max(text.rfind(word, max(0, span.start - _RECITAL), span.start) for word in ("WHEREAS", "Whereas"))
    return recital >= 0 and _AGREED.search(text, recital, span.start) is None


def _is_signature(text: str, span: Span) -> bool:
    """Tell whether a date without words of its own stands beside a signature."""
    if _SIGNED_ABOVE.search(text, max(0, span.start - _ABOVE), span.start):
        return True
    labelled = is_alone(text, span) or _SAYS_DATE.search(text, span.end, span.end + _LABEL)
    return bool(labelled) and _SIGNATURE.search(text, max(0, span.start - _ABOVE), span.end + _BELOW) is not None


def is_alone(text: str, span: Span) -> bool:
    """Tell whether a date has a line for itself, or a part of one that wide gaps set off."""
    line, gap = text.rfind("\n", 0, span.start) + 1, text.rfind("   ", 0, span.start) + 3
    if line > gap and line - text.rfind("\n", 0, line - 1) > _FULL_LINE:
        # The last line of a paragraph.
        return False
    rest = text[span.end : span.end + 3]
    begins = _PLACE_BEFORE.fullmatch(text, max(line, gap), span.start)
    return begins is not None and (not rest.strip(" .") or "\n" in rest[:2])


def _is_of_another(before: str) -> bool:
    found = _OF_ANOTHER.search(before)
    return _BEFORE_NOW.search(before) is not None or (
        found is not None and not _VERB.search(found["between"] or found["behind"] or "")
    )
