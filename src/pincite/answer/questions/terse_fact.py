"""Terse questions for a fact of a document, put in full: "governing law orris / wren (OWL) service agmt?"."""

from __future__ import annotations

import re

# What people write for longer words; an s makes them plural.
_SHORT_FORMS = {
    **dict.fromkeys(("agmt", "agrmt", "agreemt", "agrmnt", "agr"), "agreement"),
    **{"acct": "account", "addr": "address", "amt": "amount", "appt": "appointment", "cert": "certificate"},
    **{"contr": "contract", "dept": "department", "hrs": "hours", "ins": "insurance", "max": "maximum"},
    **{"mgmt": "management", "mth": "month", "pmt": "payment", "pymt": "payment", "qty": "quantity"},
    **{"tel": "telephone", "wk": "week", "yr": "year"},
}
# "The ins and outs", "Tel Aviv", "max mara"; "max" is short before a figure, a noun of amount, or at the end.
_NO_SHORT_FORM = (
    r"(?!ins\s{1,3}(?:and|&)\b|tel\s{1,3}aviv\b|max\s{1,3}(?!\d|no\b|(?:number|amount|fee|term|liability|period|notice|stay|weight|"
    r"length|price|cost|rate|limit|speed|time|hours|days|guests|people)\b))"
)
_SHORT_FORM = re.compile(
    rf"(?<![\w.’'@/-]){_NO_SHORT_FORM}(?P<short>{'|'.join(_SHORT_FORMS)})(?P<more>s?)\b(?![’'@/-])\.?", re.IGNORECASE
)
# "Serial no.": after a noun, and not the answer to a question.
_NUMBER = re.compile(
    r"\b(?P<of>serial|policy|invoice|account|acct|tel|telephone|phone|fax|mobile|reference|ref|company|registration|vat|order|"
    r"unit|plot|house|flat|membership|licence|contract|max|maximum|min|minimum)\s{1,3}no\.(?=\s{1,3}[a-z]|\s{0,3}[?!]|\s{0,3}\Z)",
    re.IGNORECASE,
)
_LAW = r"(?:governing|applicable|proper)\s{1,3}law|choice\s{1,3}of\s{1,3}law"
_NOTICES = r"notices?\s{1,3}address(?:es)?|address(?:es)?\s{1,3}for\s{1,3}notices?"
_DATE = r"(?:effective|start|commencement|end|expiry|expiration|signing|signature)\s{1,3}date|date"
_TERM = r"(?:initial\s{1,3})?term(?!\s{1,3}(?:deposit|insurance|life|limits?|loan|notes?|sheet)\b)|duration"
_FACT = rf"(?P<fact>{_LAW}|{_NOTICES}|parties|{_DATE}|{_TERM}|jurisdiction|venue)"
# What stands between a fact and the name of a document.
_OF = r"(?:\s{0,3}[:,;–—-]\s{1,3}|\s{1,3})(?:(?:of|in|for|under|to|from)\s{1,3})?(?:(?:the|our|my|this)\s{1,3})?"
_NAME = r"(?P<name>[^\s?!:;][^?!:;]{2,120}?)"
_FACT_FIRST = re.compile(rf"^\s{{0,9}}(?:the\s{{1,3}})?{_FACT}{_OF}{_NAME}[\s?.!]*$", re.IGNORECASE)
_NAME_FIRST = re.compile(
    rf"^\s{{0,9}}(?:the\s{{1,3}})?{_NAME}(?:\s{{0,3}}[:,;–—-])?\s{{1,3}}{_FACT}[\s?.!]*$", re.IGNORECASE
)
_WORD = re.compile(r"[^\W_]+(?:[’'&.-][^\W_]+)*")
_NOUNS = frozenset(
    """
    agreement contract deal deed guarantee guaranty lease licence license loan mortgage msa nda policy subcontract
    sublease tenancy
    """.split()  # noqa: SIM905 - a list to be read
)
# Words that no document is called by: a question with one of them asks for more, or is put in full already.
_MORE = frozenset(
    """
    a about after an any are at be been before both breach can change changes clause clauses could default did differ
    disputes do does duties each every extended extension fee fees had has have how if is its liability may mean means
    must notice notices obligations on or payment payments please price renewal renewed rent rights said say says shall
    should termination terms that their these this those was were what when where whether which who whom whose why will
    without would
    """.split()  # noqa: SIM905
)
_MOST_WORDS = 16
_ASKS = (
    (re.compile(_LAW, re.IGNORECASE), "What is the governing law of the {name}?"),
    (re.compile(_NOTICES, re.IGNORECASE), "What is the address for notices under the {name}?"),
    (re.compile("parties", re.IGNORECASE), "Who are the parties to the {name}?"),
    (re.compile("jurisdiction|venue", re.IGNORECASE), "Which courts have jurisdiction under the {name}?"),
    (re.compile(r"sign(?:ing|ature)", re.IGNORECASE), "When was the {name} signed?"),
)


def put_in_full(question: str) -> str:
    """A question that is no more than a fact and the name of a document, as a sentence that asks for the fact.

    In every question short forms are put in full: "agreement" for "agmt".
    """
    spelt = _SHORT_FORM.sub(_in_full, _NUMBER.sub(r"\g<of> number", question))
    found = _FACT_FIRST.match(spelt) or _NAME_FIRST.match(spelt)
    if found is None or not _is_name(found["name"]):
        return spelt
    name, fact = " ".join(found["name"].split()).rstrip(" ,.-"), " ".join(found["fact"].casefold().split())
    asks = next((asks for pattern, asks in _ASKS if pattern.match(fact)), f"What is the {fact} of the {{name}}?")
    return asks.replace("{name}", name)


def _in_full(found: re.Match[str]) -> str:
    if not found["short"].islower() and found["short"][1:] != "gmt":
        return found[0]  # a name, or initials: "Max", "INS"
    return f"{_SHORT_FORMS[found['short'].casefold()]}{found['more']}"


def _is_name(words: str) -> bool:
    """Tell whether some words do nothing but name one document: a word for its kind, and others beside it."""
    spelt = [word.casefold() for word in _WORD.findall(words)]
    return 2 <= len(spelt) <= _MOST_WORDS and not _NOUNS.isdisjoint(spelt) and _MORE.isdisjoint(spelt)
