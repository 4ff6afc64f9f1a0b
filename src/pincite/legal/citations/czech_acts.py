"""Czech codes by their usual names and abbreviations: "o. z.", "o. s. ř.", "zákoníku práce"."""

from __future__ import annotations

import re
from dataclasses import dataclass

# Each with its number in the collection of laws. A name alone means the code in force.
CODES = {
    "listina": "2/1993 Sb.", "ústava": "1/1993 Sb.", "o.z.": "89/2012 Sb.", "občanského zákoníku": "89/2012 Sb.",
    "obč.zák.": "40/1964 Sb.", "obch.zák.": "513/1991 Sb.", "obchodního zákoníku": "513/1991 Sb.",
    "o.s.ř.": "99/1963 Sb.", "občanského soudního řádu": "99/1963 Sb.", "z.ř.s.": "292/2013 Sb.",
    "zákona o zvláštních řízeních soudních": "292/2013 Sb.", "s.ř.s.": "150/2002 Sb.",
    "soudního řádu správního": "150/2002 Sb.", "spr.ř.": "500/2004 Sb.", "správního řádu": "500/2004 Sb.",
    "tr.zák.": "40/2009 Sb.", "tr.zákoníku": "40/2009 Sb.", "trestního zákoníku": "40/2009 Sb.",
    "tr.ř.": "141/1961 Sb.", "tr.řádu": "141/1961 Sb.", "trestního řádu": "141/1961 Sb.",
    "z.o.k.": "90/2012 Sb.", "zákona o obchodních korporacích": "90/2012 Sb.",
    "zák.práce": "262/2006 Sb.", "zákoníku práce": "262/2006 Sb.", "insolvenčního zákona": "182/2006 Sb.",
    "ins.zák.": "182/2006 Sb.", "d.ř.": "280/2009 Sb.", "daňového řádu": "280/2009 Sb.",
    "exekučního řádu": "120/2001 Sb.", "ex.ř.": "120/2001 Sb.", "stavebního zákona": "283/2021 Sb.",
    "zákona o ústavním soudu": "182/1993 Sb.", "katastrálního zákona": "256/2013 Sb.",
    "zákona o dph": "235/2004 Sb.", "zákona o účetnictví": "563/1991 Sb.",
    "zákona o daních z příjmů": "586/1992 Sb.", "zákona o ochraně spotřebitele": "634/1992 Sb.",
    "živnostenského zákona": "455/1991 Sb.", "zákona o zaměstnanosti": "435/2004 Sb.",
    "zákona o pobytu cizinců": "326/1999 Sb.", "zákona o azylu": "325/1999 Sb.", "zákona o rodině": "94/1963 Sb.",
    "zákona o soudech a soudcích": "6/2002 Sb.", "zákona o zadávání veřejných zakázek": "134/2016 Sb.",
    "zákona o obcích": "128/2000 Sb.", "zákona o mezinárodním právu soukromém": "91/2012 Sb.",
    "zákona směnečného a šekového": "191/1950 Sb.",
    "NOZ": "89/2012 Sb.", "OZ": "89/2012 Sb.", "ObčZ": "40/1964 Sb.", "OSŘ": "99/1963 Sb.", "SŘS": "150/2002 Sb.",
    "SŘ": "500/2004 Sb.", "TZ": "40/2009 Sb.", "TrZ": "40/2009 Sb.", "TŘ": "141/1961 Sb.", "ZOK": "90/2012 Sb.",
    "ZP": "262/2006 Sb.", "InsZ": "182/2006 Sb.", "DŘ": "280/2009 Sb.", "EŘ": "120/2001 Sb.", "ZŘS": "292/2013 Sb.",
    "ObchZ": "513/1991 Sb.", "ZDP": "586/1992 Sb.", "ZDPH": "235/2004 Sb.",
    "autorského zákona": "121/2000 Sb.", "notářského řádu": "358/1992 Sb.", "zákona o advokacii": "85/1996 Sb.",
}  # fmt: skip
_ABBREVIATION = re.compile(
    r"\s{1,3}(?P<name>(?:[a-zěř]{1,5}\.\s?){1,2}(?:[a-zř]{1,3}\.|zák(?:oníku|\.)|práce|řádu))(?!\w)"
)
_NAME = re.compile(r"\s{1,3}(?P<name>[a-zěščřžýáíéúůó]{4,14}(?:\s{1,3}(?:[a-zěščřžýáíéúůó]{1,14}|DPH)){1,4})")
_CAPITALS = re.compile(r"\s{1,3}(?P<name>NOZ|OZ|ObčZ|OSŘ|SŘS|SŘ|TZ|TrZ|TŘ|ZOK|ZP|InsZ|DŘ|EŘ|ZŘS|ObchZ|ZDPH|ZDP)(?!\w)")


@dataclass(frozen=True, slots=True)
class NamedAct:
    """An act that stands at a place by its name, and where the name ends."""

    key: str
    end: int


def named_act(text: str, at: int) -> NamedAct | None:
    """The act whose abbreviation or name stands at a place."""
    short = _ABBREVIATION.match(text, at)
    if short and (key := CODES.get("".join(short["name"].split()))):
        return NamedAct(key, short.end())
    if capitals := _CAPITALS.match(text, at):
        return NamedAct(CODES[capitals["name"]], capitals.end())
    words = _NAME.match(text, at)
    if words is None:
        return None
    # The longest run of words that is a name: "občanského zákoníku" of "občanského zákoníku se nahrazuje".
    ends = [match.end() for match in re.finditer(r"\S+", words["name"])]
    for length in reversed(ends):
        if key := CODES.get(" ".join(words["name"][:length].lower().split())):
            return NamedAct(key, words.start("name") + length)
    return None
