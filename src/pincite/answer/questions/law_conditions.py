"""The law that documents must be under: "governed by Texas law", "under the law of a country other than England"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pincite.legal.realms import UNITED_STATES, find_realms, holds, is_realm
from pincite.legal.wording import stems

# What is asked of a document that is under a law. To comply with a law, or to register under it, is something else.
_CHOOSES = (
    r"(?:govern\w*(?: by)?|under|subject to|constru\w+ (?:under|by|in accordance with)|"
    r"interpreted (?:under|by|in accordance with)|choos\w+|chosen|chose|select\w*|adopt\w*|have|has|uses?|names?|"
    r"stat\w+|specif\w+|provid\w+ for|appl\w+)"
)
_UNDER = re.compile(
    rf"^(?:is|was|does|did|has) the (?:practice )?\w+ (?:(?:expressly|to be|made|come|fall|sit) ){{0,3}}{_CHOOSES} "
    r"(?P<law>[^?,;]{0,80}\blaws?\b[^?;]{0,80})\??$",
    re.IGNORECASE,
)
# "Does English law govern the agreement?", "Is English law the governing law of the agreement?"
_GOVERNS = re.compile(
    r"^(?:does|do|is) (?P<law>[^?;]{0,80}\blaws?\b[^?;]{0,80}?) "
    r"(?:govern|apply to|the (?:governing|chosen) law (?:of|in))"
    r"(?: the \w+)?\??$",
    re.IGNORECASE,
)
# "Does the agreement say it is under Ohio law?" asks for no more than whether it is.
_SAYS = re.compile(
    r"^does (?P<it>the (?:practice )?\w+) (?:say|state|provide|specify)(?: that)? it(?:[’']s| is) "
    r"(?=under|governed|subject)",
    re.IGNORECASE,
)
_LAW_OF = re.compile(
    r"^(?:(?:the|a|any|as) ){0,3}(?:(?:governing|substantive|internal|domestic|choice of) ){0,3}"
    r"laws? (?:of|in|from) (?P<place>[^?]{1,80})$",
    re.IGNORECASE,
)
_PLACE_LAW = re.compile(
    r"^(?:the )?(?P<place>[^?]{1,80}?) (?:(?:substantive|internal|domestic|state) ){0,3}"
    r"laws?(?: as (?:its|the) governing law)?$",
    re.IGNORECASE,
)
_LAW_AS = re.compile(r"^(?P<place>[^?]{1,80}?) as (?:its|the) (?:governing|chosen) law$", re.IGNORECASE)
# "A country other than England", "any law but that of Ohio", "non-English".
_OTHER = re.compile(
    r"^(?:(?:an?|any|some|the) )?(?:(?:another|different) )?"
    r"(?:(?:country|state|place|jurisdiction|laws?|somewhere|anywhere|anything) )?"
    r"(?:other than|different from|outside(?: of)?|except|but|not|(?<=country )than|(?<=state )than) "
    r"(?:(?:for|that|those) )?(?:of )?(?:the laws? of )?",
    re.IGNORECASE,
)
_NON = re.compile(r"^non-?\s?(?=[A-Z])", re.IGNORECASE)
_FOREIGN = re.compile(r"^(?:an? )?foreign$", re.IGNORECASE)
# A place without its name: in English "the Republic" is that of Ireland.
_UNNAMED = {"the republic": "Ireland", "the states": "the United States"}
_ANY = re.compile(r"^(?:an?|any|one) (?:of )?", re.IGNORECASE)
# Fields of law that may stand before "law" with capitals.
_FIELDS = frozenset(
    stems(
        """
        data protection privacy employment labour labor tax consumer competition antitrust criminal civil common company
        corporate insolvency bankruptcy property planning environmental securities patent copyright immigration contract
        applicable governing mandatory local federal public private international any other same such all anti bribery
        eu europe european
        """
    )
)


@dataclass(frozen=True, slots=True)
class LawCondition:
    """The places one of whose laws is looked for, or with `other` any law but theirs."""

    places: frozenset[str]
    other: bool = False

    def met_by(self, law: str) -> bool | None:
        """Tell whether a jurisdiction meets the condition; None if its name leaves that open.

        The United Kingdom may be England, and a place within England that is not known here may be under its law.
        """
        given = find_realms(law)
        if not given:
            return None
        if any(_same(asked, own) for asked in self.places for own in given):
            return not self.other
        open_ = any(_may_be(asked, own) for asked in self.places for own in given)
        return None if open_ else self.other


def law_condition(question: str) -> LawCondition | None:
    """Return the law that a question about one document requires, such as "governed by Texas law", or None."""
    asked = _SAYS.sub(r"Is \g<it> ", " ".join(question.split()))
    found = _UNDER.match(asked) or _GOVERNS.match(asked)
    return _condition(found["law"].strip()) if found else None


def _condition(law: str) -> LawCondition | None:
    """The condition in words for a law: "the law of a country other than England", "New York law"."""
    other = False
    if before := _OTHER.match(law):
        law, other = law[before.end() :], True
    found = _LAW_OF.match(law) or _LAW_AS.match(law) or _PLACE_LAW.match(law)
    place = found["place"].strip() if found else law.strip() if other else ""
    place = re.sub(r" laws?$", "", place, flags=re.IGNORECASE)
    if _FOREIGN.match(place):
        return LawCondition(frozenset({UNITED_STATES}), other=not other)
    for pattern in (_OTHER, _NON):
        if outside := pattern.match(place):
            place, other = place[outside.end() :], not other
    return _of_places(place, other=other)


def _of_places(place: str, *, other: bool) -> LawCondition | None:
    place = _UNNAMED.get(place.casefold(), place)
    places = find_realms(_ANY.sub("", place))
    named = all(is_realm(one) or _is_written_as_name(one, place) for one in places)
    if not places or not named or _FIELDS & set(stems(place)):
        return None
    return LawCondition(places, other=other)


def _is_written_as_name(name: str, words: str) -> bool:
    """Tell whether every word of a name that is not known has a capital: "Hong Kong", but not "California privacy"."""
    at = words.casefold().find(name)
    own = [word for word in words[at : at + len(name)].split() if word.casefold() not in {"of", "the"}]
    return at >= 0 and all(word[0].isupper() for word in own)


def _same(asked: str, own: str) -> bool:
    return asked == own or holds(asked, own)


def _may_be(asked: str, own: str) -> bool:
    """Tell whether a place may be the one asked for: it holds that one, or its name that of an unknown place."""
    known = is_realm(own) and is_realm(asked)
    return holds(own, asked) or (not known and f" {asked} " in f" {own} ")
