"""Kind: what sort of legal document it is, with the words that show it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pincite.domain.profile import DocumentKind, Evidence
from pincite.spans import Span

_OPENING = 5000
# A specific kind of contract needs the first score to be preferred to “contract”; below the second there is no kind.
_CLEAR = 4.5
_LEAST = 2.5
_OVERWHELMING = 6
K = DocumentKind


@dataclass(frozen=True, slots=True)
class _Sign:
    """Words that are evidence for a kind: where they count, and how much."""

    kind: DocumentKind
    pattern: re.Pattern[str]
    weight: float
    reason: str
    in_title: bool = False


def _sign(kind: DocumentKind, words: str, weight: float, reason: str, *, in_title: bool = False) -> _Sign:
    return _Sign(kind, re.compile(words), weight, reason, in_title)


_SIGNS = (
    _sign(
        K.MERGER_AGREEMENT,
        r"(?i)\bplan\s+(?:and\s+agreement\s+)?of\s+(?:merger|reorgani[sz]ation)|\bmerger\s+agreement|\b(?:business\s+combination|transaction)\s+agreement|agreement\s+of\s+merger|scheme\s+implementation|\barrangement\s+agreement",
        6,
        "title",
        in_title=True,
    ),
    _sign(
        K.MERGER_AGREEMENT,
        r"(?i)\bmerger\s+sub\b|\bsurviving\s+(?:corporation|company|entity)",
        2.5,
        "merger vocabulary",
    ),
    _sign(K.MERGER_AGREEMENT, r"(?i)agreement\s+and\s+plan\s+of\s+(?:merger|reorgani[sz]ation)", 2.5, "opening words"),
    _sign(
        K.NDA,
        r"(?i)non\s?[-‐‑–]?\s?disclos\w+(?!\s+orders?)|\bconfidentiality\b|\bsecrecy\b|\bNDA\b|\bconfidential\s+(?:information|disclosure)|mlčenlivosti",
        5,
        "title",
        in_title=True,
    ),
    _sign(
        K.NDA,
        r"(?i)(?:this|mutual)\s+(?:\w+\s+){0,4}(?:non\s?[-‐‑–]?\s?disclosure|confidentiality|confidential\s+disclosure)\s+(?:and\s+\S+\s+)?(?:agreement|deed)",
        3,
        "opening words",
    ),
    _sign(
        K.NDA,
        r"(?i)\bdisclosing\s+party\b|\breceiving\s+party\b|\bnon-?disclosure\b",
        1.5,
        "disclosing and receiving party",
    ),
    _sign(
        K.AMENDMENT,
        r"(?i)\A\s*(?:(?:the\s+)?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d+(?:st|nd|rd|th)|form\s+of)\s+)?(?:amendment\b|addendum\b|amending\s|supplement(?:al)?\b|dodatek)|\bamendment\s+(?:no|number|to)\b|\bamendment\s*(?:#|\d|\Z)|\b(?:deed|letter|agreement)\s+of\s+variation\b",
        7,
        "title",
        in_title=True,
    ),
    _sign(
        K.AMENDMENT,
        r"(?i)\bthis\s+(?:(?:first|second|third|fourth|fifth)\s+)?(?:amendment|addendum)\b",
        3,
        "opening words",
    ),
    # What a council or an Act says of licences is none; one to use a thing, or under an Act, is.
    _sign(
        K.LICENCE,
        r"(?i)\b(?:sub-?)?licen[cs](?:e|ing)\b(?!(?:(?!\b(?:to|under|pursuant|granted|issued|given|by|between|the)\b).){0,60}"
        r"\b(?:polic(?:y|ies)|act|regulations|bye-?laws)\b)|licenční",
        4.5,
        "title",
        in_title=True,
    ),
    _sign(K.LEASE, r"(?i)\b(?:sub-?)?lease\b|\btenancy\b|nájemní", 5, "title", in_title=True),
    _sign(K.LEASE, r"(?i)\b(?:landlord|lessor)\b", 1.5, "landlord and tenant"),
    _sign(K.LEASE, r"(?i)\b(?:hereby|doth)\s+(?:hereby\s+)?demises?\b", 2.5, "words of letting"),
    _sign(K.LEASE, r"(?i)\byielding\s+and\s+paying\b", 2.5, "rent reserved"),
    _sign(
        K.PRIVACY_POLICY,
        r"(?i)\bprivacy\s+(?:policy|notice|statement)|\bcookie\s+policy|ochran\w+\s+osobních",
        8,
        "title",
        in_title=True,
    ),
    _sign(
        K.PRIVACY_POLICY,
        r"(?i)\b(?:this|our|the\s+following)\s+privacy\s+(?:policy|notice|statement)|privacy\s+policy\s+(?:explains|describes|applies|sets)",
        6,
        "opening words",
    ),
    _sign(K.PRIVACY_POLICY, r"(?i)\bprivacy\s+(?:policy|notice|statement|practices)", 2.5, "privacy policy named"),
    _sign(
        K.PRIVACY_POLICY, r"(?i)\bwe\s+(?:may\s+|also\s+)?(?:collect|gather|store|process)\b", 1.5, "what we collect"
    ),
    _sign(K.PRIVACY_POLICY, r"(?i)\byour\s+(?:personal\s+)?(?:information|data|privacy)\b", 1.5, "your information"),
    _sign(K.PRIVACY_POLICY, r"(?i)\bcookies\b|\bpersonally\s+identif\w+", 1, "cookies and identifiers"),
    _sign(
        K.LEGISLATION,
        r"\bAN\s+ACT\b|\b[Bb][Ee]\s+[Ii][Tt]\s+[Ee][Nn][Aa][Cc][Tt][Ee][Dd]|\bParlament\s+se\s+usnesl|\bU\.S\.C(?:ode)?\b.{0,40}\bTitle\b|\bUnited\s+States\s+Code\b|\bZÁKON\b"
        r"|\bin\s+(?:the\s+)?exercise\s+of\s+(?:the|its|their|his|her)\s+powers?\s+(?:conferred|under)\b"
        r"|\bmake[s]?\s+the\s+following\s+(?:[Rr]ules|[Rr]egulations|[Oo]rder|[Bb]ye-?laws)\b"
        r"|\b[Bb]ye-?laws\s+made\s+(?:under|by|in\s+pursuance)\b"
        r"|\bHA(?:VE|S)\s+ADOPTED\s+THIS\s+(?:REGULATION|DIRECTIVE|DECISION)\b|\b[Cc]ongresso\s+[Nn]acional\s+decreta",
        5,
        "enacting words",
    ),
    _sign(
        K.LEGISLATION,
        r"(?i)\A(?:\d+\s+)?(?:the\s+)?[\w ,()-]{0,80}\b(?:act|code|regulations|order)\s*,?\s*(?:of\s+)?\d{4}\b"
        r"|\A(?:lei|decreto(?:-lei)?|medida\s+provisória)\s+(?:complementar\s+)?n[ºo°.]"
        r"|\A(?:[\w ]{0,30}\s)?(?:regulation|directive)\s+\((?:eu|ec|eec|euratom)\)"
        r"|\Azákon\b|\bnařízení\s+vlády|\bvyhláška",
        5,
        "title",
        in_title=True,
    ),
    _sign(K.LEGISLATION, r"(?i)\bbye-?laws\b|\brules\s+\d{4}\s*\Z", 2, "title", in_title=True),
    _sign(
        K.COURT_RULES,
        r"(?i)\A\s*(?:CPR\s+)?(?:PART\s+\d+[A-Z]?\b|practice\s+directions?\b|rules?\s+of\b|"
        r"[\w ]{0,60}\bprocedure\s+rules\b|"
        r"[\w ,()’'&-]{0,100}\b(?:procedure|courts?|tribunals?)\b[\w ,()’'&-]{0,80}\brules\b(?:\s+\d{4})?\s*\Z|"
        r"pre-?action\s+protocol|"
        r"[\w ]{0,60}practice\s+direction\b|cyfarwyddyd\s+ymarfer|rhan\s+\d+)",
        7,
        "title",
        in_title=True,
    ),
    _sign(
        K.COURT_RULES,
        r"(?i)\bcontents\s+of\s+this\s+(?:part|practice\s+direction|protocol)|\bthis\s+practice\s+direction\s+(?:supplements|applies)|cyfarwyddyd\s+ymarfer",
        5,
        "contents of the Part",
    ),
    _sign(K.COURT_RULES, r"\b[Rr]ules?\s+\d+\.\d+|\bCPR\b|\b[Pp]ractice\s+[Dd]irection\b", 1.5, "rules cited"),
    _sign(K.COURT_GUIDE, r"(?i)\bguide\b", 6, "title", in_title=True),
    _sign(
        K.COURT_GUIDE,
        r"(?i)\b(?:commercial|chancery|patents|king[’']?s\s+bench|queen[’']?s\s+bench|technology\s+and\s+construction|admiralty|administrative)\s+(?:court|division)?\s*(?:and\s+\w+\s+court\s+)?guide\b|\bcourt\s+guide\b",
        7,
        "a court's guide",
    ),
    _sign(
        K.JUDGMENT,
        r"\[\d{4}\]\s+(?:EWHC|EWCA|UKSC|UKPC|UKHL|EWFC|UKUT)\b|(?i:neutral\s+citation)",
        7,
        "neutral citation",
    ),
    _sign(
        K.JUDGMENT, r"(?i)\b(?:approved\s+)?judgment\b|\bopinion\b|\brozsudek\b|\busnesení\b", 3, "title", in_title=True
    ),
    _sign(
        K.JUDGMENT,
        r"(?i)delivered\s+the\s+opinion|opinion\s+of\s+the\s+court|\bper\s+curiam\b|\bappell(?:ant|ee)s?\b|\bcircuit\s+judges?\b|\bcertiorari\b|\bjménem\s+republiky",
        3,
        "words of a court",
    ),
    _sign(K.JUDGMENT, r"(?i)\bbefore\s*:?\s+(?:the\s+hon|(?:mr|mrs|ms|lord|lady)\b)", 3, "the judge named"),
    _sign(
        K.PLEADING,
        r"(?i)\bcomplaint\b|\bparticulars\s+of\s+claim\b|\bdefence\b|\bpetition\b|\bmotion\b|\bžaloba\b",
        5,
        "title",
        in_title=True,
    ),
    _sign(
        K.PLEADING,
        r"\bCOMPLAINT\b|\bPARTICULARS\s+OF\s+CLAIM\b|(?i:\bplaintiffs?\b[^.]{0,200}\b(?:alleges?|complains)\b)|\bJURY\s+TRIAL\s+DEMANDED\b",
        5,
        "words of a pleading",
    ),
    _sign(
        K.CONTRACT,
        r"(?i)\bagreement\b|\bcontract\b|\bdeed\b|\bsmlouva\b|\bvertrag\b|\bcontrat\b|\bmemorandum\s+of\s+understanding|\bterms\b|"
        r"\bconditions\s+of\s+\w+|\bindenture\b|\blegal\s+charge\b|\bmortgage\b|\bguarantee\b|\binsurance\b|\bpolicy\s+(?:booklet|wording|document|schedule)\b",
        3,
        "title",
        in_title=True,
    ),
    _sign(K.CONTRACT, r"(?i)\b(?:this|your)\s+(?:is\s+(?:your|the|a)\s+)?contract\b", 2.5, "words of contract"),
    _sign(
        K.CONTRACT,
        r"(?i)\bpolicy-?\s?holder\b|\b(?:underwritten|insured)\s+by\b|\bperiod\s+of\s+insurance\b",
        1.5,
        "words of insurance",
    ),
    _sign(
        K.CONTRACT,
        r"(?i)\bthis\s+(?:\w+\s+){0,6}agreement\b|\bby\s+and\s+(?:between|among)\b|\bwhereas\b|\bwitnesseth\b|\bsmluvní\s+strany\b",
        1.5,
        "words of agreement",
    ),
)


def find_kind(text: str, title: Span | None) -> tuple[DocumentKind, tuple[Evidence, ...]]:
    """The kind with the most evidence in the title and the opening, and that evidence."""
    scores: dict[DocumentKind, float] = {}
    evidence: dict[DocumentKind, list[Evidence]] = {}
    titled: set[DocumentKind] = set()
    for sign in _SIGNS:
        found = _see(text, title, sign)
        if found is None:
            continue
        scores[sign.kind] = scores.get(sign.kind, 0) + sign.weight
        evidence.setdefault(sign.kind, []).append(Evidence(found, sign.reason))
        if sign.in_title:
            titled.add(sign.kind)
    best = _strongest(scores, titled)
    return (best, tuple(evidence[best])) if best else (DocumentKind.UNKNOWN, ())


def _strongest(scores: dict[DocumentKind, float], titled: set[DocumentKind]) -> DocumentKind | None:
    """Return the kind with the highest score; the title is overruled only by overwhelming evidence in the text."""
    left = {kind: score for kind, score in scores.items() if not titled or kind in titled or score >= _OVERWHELMING}
    if not left:
        return None
    best = max(left, key=lambda kind: (left[kind] >= _CLEAR and kind is not DocumentKind.CONTRACT, left[kind]))
    return best if left[best] >= _LEAST else None


def _see(text: str, title: Span | None, sign: _Sign) -> Span | None:
    if not sign.in_title:
        found = sign.pattern.search(text, 0, _OPENING)
        return Span(*found.span()) if found and found.group() else None
    if title is None:
        return None
    found = sign.pattern.search(title.slice(text))
    return Span(*found.span()).shift(title.start) if found and found.group() else None
