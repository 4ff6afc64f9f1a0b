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
    "tr.z.": "40/2009 Sb.", "t.ř.": "141/1961 Sb.", "s.ř.": "500/2004 Sb.", "e.ř.": "120/2001 Sb.",
    "obč.z.": "40/1964 Sb.", "obch.z.": "513/1991 Sb.", "TrŘ": "141/1961 Sb.", "ZZVZ": "134/2016 Sb.",
    "advokátního tarifu": "177/1996 Sb.",
    "energetického zákona": "458/2000 Sb.", "lesního zákona": "289/1995 Sb.", "školského zákona": "561/2004 Sb.",
    "vodního zákona": "254/2001 Sb.", "zákona o bankách": "21/1992 Sb.", "zákona o krajích": "129/2000 Sb.",
    "zákona o dani z nemovitých věcí": "338/1992 Sb.", "zákona o důchodovém pojištění": "155/1995 Sb.",
    "zákona o elektronických komunikacích": "127/2005 Sb.", "zákona o inspekci práce": "251/2005 Sb.",
    "zákona o nemocenském pojištění": "187/2006 Sb.", "zákona o obětech trestných činů": "45/2013 Sb.",
    "zákona o ochraně hospodářské soutěže": "143/2001 Sb.", "zákona o ochraně přírody a krajiny": "114/1992 Sb.",
    "zákona o ochraně veřejného zdraví": "258/2000 Sb.", "zákona o ochranných známkách": "441/2003 Sb.",
    "zákona o odpovědnosti za přestupky": "250/2016 Sb.", "zákona o pozemních komunikacích": "13/1997 Sb.",
    "zákona o podnikání na kapitálovém trhu": "256/2004 Sb.", "zákona o registru smluv": "340/2015 Sb.",
    "zákona o rozhodčím řízení": "216/1994 Sb.", "zákona o silničním provozu": "361/2000 Sb.",
    "zákona o soudních poplatcích": "549/1991 Sb.", "zákona o soudnictví ve věcech mládeže": "218/2003 Sb.",
    "zákona o spotřebitelském úvěru": "257/2016 Sb.", "zákona o spotřebních daních": "353/2003 Sb.",
    "zákona o státní službě": "234/2014 Sb.", "zákona o státním zastupitelství": "283/1993 Sb.",
    "zákona o střetu zájmů": "159/2006 Sb.", "zákona o svobodném přístupu k informacím": "106/1999 Sb.",
    "zákona o trestní odpovědnosti právnických osob": "418/2011 Sb.", "zákona o vysokých školách": "111/1998 Sb.",
    "zákona o zpracování osobních údajů": "110/2019 Sb.",
    "autorského zákona": "121/2000 Sb.", "notářského řádu": "358/1992 Sb.", "zákona o advokacii": "85/1996 Sb.",
}  # fmt: skip
_ABBREVIATION = re.compile(
    r"\s{1,3}(?P<name>(?:[a-záčěř]{1,5}\.\s?){1,2}(?:[a-zř]{1,3}\.|zák(?:oníku|\.)|práce|řádu))(?!\w)"
)
_NAME = re.compile(
    r"\s{1,3}(?P<name>[a-zěščřžýáíéúůóďťň]{4,14}(?:\s{1,3}[a-zěščřžýáíéúůóďťň]{1,16}){1,7})", re.IGNORECASE
)
_CAPITALS = re.compile(
    r"\s{1,3}(?P<name>NOZ|OZ|ObčZ|OSŘ|SŘS|SŘ|TZ|TrZ|TrŘ|TŘ|ZZVZ|ZOK|ZP|InsZ|DŘ|EŘ|ZŘS|ObchZ|ZDPH|ZDP)(?!\w)"
)


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
