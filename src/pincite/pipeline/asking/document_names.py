"""What a document is called in a question, and a question without the words that name its document."""

from __future__ import annotations

import re

from pincite.answer.questions.question_front import FrontedQuestion
from pincite.answer.questions.replaced_part import AT_DOCUMENT
from pincite.domain.hit import DocumentCard, part_humps
from pincite.files import readable_stem
from pincite.retrieve.route import Route, without_name

_LEADS = re.compile(
    r"^(?:(?:in|under|of|for|at|per|to|by|from|with|within|on|according to|pursuant to)\s+)+", re.IGNORECASE
)
_MODIFIED = (
    r"\b(?P<article>[Tt]he|[Aa]n?|[Oo]ur|[Mm]y|[Tt]heir|[Tt]his|[Aa]ny)(?P<words>(?:\s[a-z-]+)?)\s{}\s(?P<next>[a-z])"
)
_OF_FILES = re.compile(
    r"^\d+\.\d+\s(?:JO\s)?|\b\d{2} \d{2} \d{4}-|\bEX-[\d.]+-|(?:\s(?:FINAL|WEB|draft|v\d{1,2})(?:\s\d{1,2})?){1,3}$",
    re.IGNORECASE,
)
_POSSESSIVE = re.compile(r"[’']s$")
_NOUNS = (
    r"agreement|contract|deal|lease|tenancy|NDA|licen[cs]e|policy|guide|deed|MSA|JV|joint\s+venture|Act|Rules|"
    "directions"
)
_NOUN = re.compile(rf"\b(?:{_NOUNS})$", re.IGNORECASE)
_HAS_NOUN = re.compile(rf"\b(?:{_NOUNS})\b", re.IGNORECASE)
_INITIALS = frozenset({"jv", "msa", "nda"})
_ARTICLE = re.compile(r"^(?:an?|one)\s+(?=[A-Z])", re.IGNORECASE)
_LATER = re.compile(rf"\bunder\s+(?=(?:the|our|my|this)\s(?:[^;:?]{{0,80}}\s)?(?:{_NOUNS})\b)", re.IGNORECASE)
# Words that do not stand between a name and the word for its document.
_SMALL = (
    "its|their|his|her|our|my|your|this|that|any|from|at|as|not|in|of|on|to|by|for|with|under|and|or|the|an?|is|are|be|"
    "pay|has|have|does|do|can|may|must|shall|will|if|when"
)
_LETTERED = re.compile(r"\b((?:part|direction|PD) \d{1,3}) ([A-Z]{1,2})\b", re.IGNORECASE)


def label_of(card: DocumentCard) -> str:
    """Return a document's own name as a question may use it."""
    stem = part_humps(readable_stem(card.path)).replace("_", " ")
    # A number keeps its letter, and a name is no chain of words: "Practice Direction 9B", "The Harbour Court Guide".
    stem = _LETTERED.sub(r"\1\2", stem)
    stem = stem if " " in stem else stem.replace("-", " ")
    return " ".join(re.sub(r"[;:]", " ", stem).split())


def short_label_of(card: DocumentCard) -> str:
    """A document's own name without what only files are called: dates, numbers of exhibits, versions."""
    return " ".join(_OF_FILES.sub(" ", label_of(card)).split())


def names_for(words: str, question: str, *, kind: str) -> list[str]:
    """What a document may be called by the words that named it, the best name first."""
    said = _ARTICLE.sub("", _POSSESSIVE.sub("", _LEADS.sub("", words).strip()))
    # "Gull under the supply agreement with Tern" begins with what belongs to the question.
    later = _LATER.search(said)
    shorter = [said[later.end() :]] if later else []
    return [name for one in (*shorter, said) if one for name in (_with_noun(one, question, kind=kind), one)]


def _with_noun(name: str, question: str, *, kind: str) -> str:
    """A name with the word for its document: "the Gull supply agreement" for "the Gull", as the question goes on."""
    if _NOUN.search(name):
        return name
    nearby = _noun_after(name, question)
    if nearby or _HAS_NOUN.search(name) or not _NOUN.search(kind):
        return f"{name}{nearby[1] if nearby else ''}"
    spoken = kind.upper() if kind in _INITIALS else kind.replace("-", " ")
    # "Rope Court" and its "court guide" are the Rope Court guide.
    first, _, rest = spoken.partition(" ")
    spoken = rest if rest and name.casefold().endswith(first) else spoken
    return f"{'' if name.casefold().startswith('the ') else 'the '}{name} {spoken}"


def _noun_after(name: str, question: str) -> re.Match[str] | None:
    """The word for its document that goes on from a name in a question."""
    return re.search(rf"{re.escape(name)}((?:\s+(?!(?:{_SMALL})\b)[a-z-]+){{0,2}}?\s+(?:{_NOUNS}))\b", question)


def without_document(front: FrontedQuestion, route: Route) -> str:
    """What a question asks, without the words that name its document where they stand apart from the rest.

    A name that is part of the sentence stays in it: "the Larkspur termination fee".
    """
    if front.name or front.topic or not _LEADS.match(route.name):
        return front.ask
    whole, at = front.searched(), front.searched().find(route.name)
    noun = _noun_after(route.name, whole)
    after = whole[noun.end() if noun else at + len(route.name) :].strip(" ?.!")
    if at > 0 and after and after[0] not in ",;:.":
        return front.ask
    bare = without_name(whole, route)
    return bare if noun is None else " ".join(bare.replace(noun[1], "", 1).split())


def ask_elsewhere(question: str, route: Route) -> str:
    """A question as it can be asked of another document than the one it names."""
    if placed := AT_DOCUMENT.search(question.rstrip(" ?.!")):
        return f"{question[: placed.start()]}?"
    if route.loose:
        return question
    if modified := re.search(_MODIFIED.format(re.escape(route.name)), question) if route.name else None:
        # "A former Gull tenant" is a former tenant elsewhere.
        following = "an" if (modified["words"].strip() or modified["next"])[0] in "aeiou" else "a"
        article = re.sub(r"(?i)^an?$", following, modified["article"])
        return f"{question[: modified.start()]}{article}{modified['words']} {question[modified.start('next') :]}"
    inside = bool(route.name) and route.name in question and not _LEADS.match(route.name)
    return without_it(question.replace(route.name, "it") if inside else without_name(question, route))


def without_it(bare: str) -> str:
    """Clean up a question after its document's name was removed."""
    return re.sub(rf"\bit\s+(?:[\w-]+\s+){{0,2}}(?:{_NOUNS})\b", "it", bare, flags=re.IGNORECASE)


def is_name(words: str, route: Route) -> bool:
    """Tell whether some words do nothing but name the one document of a route."""
    kind = not route.name
    own = set(re.findall(r"\w+", words.casefold())) - {"the", "our", "a", "an", "one"}
    return len(route.doc_ids) == 1 and (kind or own <= set(re.findall(r"\w+", route.name.casefold())))
