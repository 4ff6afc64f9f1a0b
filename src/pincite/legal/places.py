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
    r"people[’']?s\s+republic|federal\s+republic)\s+of\s+)?(?:the\s+)?",
    re.IGNORECASE,
)
# What the law of a place is called after: "English law" is the law of England.
_ADJECTIVES = {
    "american": "united states",
    "australian": "australia",
    "austrian": "austria",
    "belgian": "belgium",
    "brazilian": "brazil",
    "canadian": "canada",
    "chinese": "china",
    "czech": "czech republic",
    "danish": "denmark",
    "dutch": "netherlands",
    "english": "england",
    "finnish": "finland",
    "french": "france",
    "german": "germany",
    "greek": "greece",
    "hungarian": "hungary",
    "indian": "india",
    "irish": "ireland",
    "israeli": "israel",
    "italian": "italy",
    "japanese": "japan",
    "mexican": "mexico",
    "norwegian": "norway",
    "polish": "poland",
    "portuguese": "portugal",
    "scots": "scotland",
    "scottish": "scotland",
    "slovak": "slovakia",
    "spanish": "spain",
    "swedish": "sweden",
    "swiss": "switzerland",
    "turkish": "turkey",
    "welsh": "wales",
}
_ADJECTIVE = re.compile(r"\b[a-z]+\b(?!\s+republic)")


def is_american(place: str) -> bool:
    """Tell whether a jurisdiction is the United States or one of them: there 03/04/2019 is in March."""
    return _AMERICAN.search(place) is not None


def plain_place(place: str) -> str:
    """A jurisdiction's own name on one line: "State of New York" is "New York", and so is "STATE OF NEW YORK"."""
    bare = _REALM.sub("", " ".join(place.split()))
    return bare.title().replace(" And ", " and ").replace(" Of ", " of ") if bare.isupper() and len(bare) > 3 else bare


def short_place(place: str) -> str:
    """A jurisdiction's own name without capitals, as it is compared: "State of New York" is "new york"."""
    return name_places(plain_place(place))


def name_places(text: str) -> str:
    """A text without capitals, with the place for what is called after it: "English law" is "england law"."""
    return _ADJECTIVE.sub(lambda word: _ADJECTIVES.get(word[0], word[0]), text.casefold())
