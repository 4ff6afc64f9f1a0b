"""Places whose law is chosen: what they are called in short, and whether they are American."""

from __future__ import annotations

import re

_AMERICAN = re.compile(
    r"\b(?:Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho|Illinois|"
    r"Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|"
    r"Nebraska|Nevada|New\s+(?:Hampshire|Jersey|Mexico|York)|North\s+(?:Carolina|Dakota)|Ohio|Oklahoma|Oregon|"
    r"Pennsylvania|Rhode\s+Island|South\s+(?:Carolina|Dakota)|Tennessee|Texas|Utah|Vermont|Virginia|Washington|"
    r"West\s+Virginia|Wisconsin|Wyoming|United\s+States|Columbia)\b",
    re.IGNORECASE,
)
_REALM = re.compile(
    r"^(?:the\s+)?(?:(?:state|commonwealth|province|republic|kingdom|canton|emirate|principality|territory|"
    r"people[’']?s\s+republic|federal\s+republic)\s+of\s*)?(?:the\s+)?",
    re.IGNORECASE,
)
# “English law” is the law of England.
_BY_PEOPLE = {
    "american": "United States", "australian": "Australia", "austrian": "Austria", "belgian": "Belgium",
    "brazilian": "Brazil", "british": "United Kingdom", "canadian": "Canada", "chinese": "China",
    "alaskan": "Alaska", "californian": "California", "delawarean": "Delaware", "floridian": "Florida",
    "hawaiian": "Hawaii", "louisianan": "Louisiana", "minnesotan": "Minnesota", "nevadan": "Nevada", "ohioan": "Ohio",
    "oregonian": "Oregon", "pennsylvanian": "Pennsylvania", "texan": "Texas", "virginian": "Virginia",
    "czech": "Czech Republic", "danish": "Denmark", "dutch": "Netherlands", "english": "England", "finnish": "Finland",
    "french": "France", "german": "Germany", "greek": "Greece", "hungarian": "Hungary", "indian": "India",
    "irish": "Ireland", "israeli": "Israel", "italian": "Italy", "japanese": "Japan", "korean": "Korea",
    "mexican": "Mexico", "norwegian": "Norway", "polish": "Poland", "portuguese": "Portugal", "romanian": "Romania",
    "russian": "Russia", "scots": "Scotland", "scottish": "Scotland", "singaporean": "Singapore", "slovak": "Slovakia",
    "spanish": "Spain", "swedish": "Sweden", "swiss": "Switzerland", "turkish": "Turkey", "ukrainian": "Ukraine",
    "welsh": "Wales", "prc": "China", "p.r.c": "China", "p.r. china": "China", "pr china": "China",
}  # fmt: skip
_COUNTRIES = frozenset(country.casefold() for country in _BY_PEOPLE.values())
_ADJECTIVE = re.compile(r"\b[a-z]+\b(?!\s+republic)")


def is_american(place: str) -> bool:
    """Tell whether a jurisdiction is the United States or one of them: there 03/04/2019 is in March."""
    return _AMERICAN.search(place) is not None


def is_known_place(name: str) -> bool:
    """Tell whether a name is that of a country or one of the United States, and not only holds one."""
    return name.casefold() in _COUNTRIES or is_state(name)


def is_state(name: str) -> bool:
    """Tell whether a name is that of one of the United States: "West Virginia" is, "British Columbia" is not."""
    return _AMERICAN.fullmatch(name) is not None


def plain_place(place: str) -> str:
    """A jurisdiction's own name on one line: "STATE OF NEW YORK" is "New York", and "English" law that of England."""
    bare = _REALM.sub("", " ".join(place.split()))
    if by_people := _BY_PEOPLE.get(bare.casefold()):
        return by_people
    return bare.title().replace(" And ", " and ").replace(" Of ", " of ") if bare.isupper() and len(bare) > 3 else bare


def short_place(place: str) -> str:
    """A jurisdiction's own name without capitals, as it is compared: "State of New York" is "new york"."""
    return name_places(plain_place(place))


def name_places(text: str) -> str:
    """A text without capitals, with the place for what is called after it: "English law" is "england law"."""
    return _ADJECTIVE.sub(lambda word: _BY_PEOPLE.get(word[0], word[0]).casefold(), text.casefold())
