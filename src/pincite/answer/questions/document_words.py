"""What questions call one document: "the lease", "our supply agreement with Northwind", "the MSA", "it"."""

from __future__ import annotations

import re

# Words that any contract may be called by, and those for one kind of document.
_ANY_CONTRACT = frozenset({"agreement", "contract", "deal", "document", "arrangement"})
_NOUNS = _ANY_CONTRACT | frozenset(
    """
    act addendum amendment annex articles award bill bond bylaws case charter code complaint constitution decision deed
    directive dpa franchise guarantee guaranty guide handbook indemnity instrument judgement judgment law lease letter
    licence license loan manual memorandum mortgage mou msa nda note notice offer opinion order ordinance petition plan
    policy proposal protocol regulation regulations report rules ruling settlement sha sla sow spa statement statute
    subcontract sublease tenancy terms treaty undertaking will
    """.split()  # noqa: SIM905 - a list to be read
)
_DETERMINERS = "the|this|that|our|my|your|their|his|her|its"
# Words that end what stands before a noun: "a payment under the lease" is no lease.
_JOINING = "of|under|in|for|by|to|with|from|on|at|about|between|into|if|when|be|is|was|must|may|can|shall|should"
_JOINS_NAME = "with|between|of|for|from|by|dated"
_NOUN = "|".join(sorted(_NOUNS, key=len, reverse=True))
# What stands before the noun, and after it what says whose it is.
_BEFORE = rf"(?:(?!(?:a|an|any|each|every|{_JOINING})\b)[\w.&/’'-]{{1,40}} ){{0,8}}?"
_WHOSE = rf" (?:{_JOINS_NAME}) [^?,; ]{{1,40}}(?: [^?,; ]{{1,40}}){{0,11}}?"
# Patterns for questions with single spaces, in any case: a document by its noun or its initials, and by a name alone
# ("Rennick", "Alder v Fox").
_HEAD = rf"(?:(?:{_NOUN})(?![\w’'-])|(?-i:[A-Z]{{2,6}}\b(?![’'-])))"
DOCUMENT = rf"(?:it\b|(?:(?:both|{_DETERMINERS}) )?{_BEFORE}{_HEAD}(?:{_WHOSE})?)"
_SUMMARISED = re.compile(rf"(?:\b(?:{_DETERMINERS}|summari[sz]e|of|for) |^)(?P<called>{_BEFORE}{_HEAD})", re.IGNORECASE)
PROPER_NAME = r"(?-i:[A-Z][\w.&’'-]{0,30}(?: (?:v\.?|and|&|[A-Z][\w.&’'-]{0,30})){0,8})"
_CALLED = re.compile(
    rf"(?:(?:{_DETERMINERS}) )?(?P<before>{_BEFORE})(?P<noun>[\w-]{{1,40}})(?P<whose>{_WHOSE})?", re.IGNORECASE
)
_WORD = re.compile(r"[^\W_]+(?:[’'][^\W_]+)?")
_PLAIN = frozenset("the a an and of with between for from by dated our this that v".split())  # noqa: SIM905


def is_called(words: str, names: str) -> bool:
    """Tell whether some words do nothing but call a document of these names by its kind: "the hive lease"."""
    known = set(_fold(names))
    found = _CALLED.fullmatch(" ".join(words.split()).strip(" ?.!,;:"))
    if found is None:
        return False
    noun = found["noun"].casefold().replace("license", "licence")
    kind = noun in _ANY_CONTRACT or (noun in known and (noun in _NOUNS or found["noun"].isupper()))
    return kind and {*_fold(found["before"]), *_fold(found["whose"] or "")} - _PLAIN <= known


def without_documents(question: str) -> str:
    """A question without what it calls documents: of "Summarise the trucking contract" stays "Summarise the"."""
    return _SUMMARISED.sub(lambda found: found[0].removesuffix(found["called"]), " ".join(question.split()))


def _fold(words: str) -> list[str]:
    found = _WORD.findall(words.casefold().replace("_", " ").replace("license", "licence"))
    return [word.removesuffix("’s").removesuffix("'s") for word in found]
