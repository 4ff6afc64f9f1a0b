"""Labels: the grammar of what a section can be numbered with, from "ARTICLE V" and "§ 12" to "5.2", "(b)" and "iv."."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from pincite.legal.numerals import WORD_VALUES, letter_value, roman_value, word_value

# A ranked style keeps its place whatever was open before it; the others (enumerations) hang below what is open.
RANKS = {
    "schedule": 0,
    "book": 1,
    "title": 2,
    "outer group": 2,
    "part": 3,
    "direction": 3,
    "chapter": 4,
    "group": 5,
    "article": 6,
    "section": 7,
    "decimal": 8,
    "A.1": 8,
}
DECIMALS = frozenset({"decimal", "A.1"})
FLOATING = 99

_STYLES = {
    "book": "book",
    "kniha": "book",
    "title": "title",
    "part": "part",
    "část": "part",
    "chapter": "chapter",
    "hlava": "chapter",
    "subchapter": "group",
    "díl": "group",
    "oddíl": "group",
    "division": "group",
    "article": "article",
    "art": "article",
    "článek": "article",
    "čl": "article",
    "section": "section",
    "sec": "section",
    "clause": "section",
    "rule": "section",
    "condition": "section",
    "regulation": "section",
    "byelaw": "section",
    "bye-law": "section",
    "by-law": "section",
    "bylaw": "section",
    "standing order": "section",
    "§": "section",
    "schedule": "schedule",
    "exhibit": "schedule",
    "annex": "schedule",
    "appendix": "schedule",
    "attachment": "schedule",
    "addendum": "schedule",
    "příloha": "schedule",
    "livro": "book",
    "título": "title",
    "capítulo": "chapter",
    "seção": "group",
    "secção": "group",
    "subseção": "group",
    "artigo": "article",
    "parágrafo": "section",
    "anexo": "schedule",
}
_DIRECTION = re.compile(
    r"(?P<word>practice direction)[^\S\n](?P<digits>\d{1,2})[^\S\n]?(?P<suffix>[A-Z]{0,2})\b", re.IGNORECASE
)
_WORDS = "|".join(sorted(WORD_VALUES, key=len, reverse=True))
_KEYWORD = re.compile(
    r"(?P<word>book|kniha|title|part|část|chapter|hlava|subchapter|díl|oddíl|division|article|art|článek|čl|section|sec|clause"
    r"|rule|condition|regulation|bye?-?law|standing order|§|schedule|exhibit|annex|appendix|attachment|addendum|příloha"
    r"|livro|título|capítulo|seção|secção|subseção|artigo|parágrafo|anexo)"
    r"(?P<gap>\.?[^\S\n]{0,8})(?:(?:no|č|n°|nº)\.?[^\S\n]{0,3})?"
    rf"(?P<value>\d{{1,4}}(?:\.\d{{1,4}}){{0,5}}[a-z]{{0,2}}|[ivxlcdm]{{1,9}}|[a-z]|único|{_WORDS})"
    # The sign of an ordinal (Art. 5º, § 1º) is no part of the number.
    r"(?P<tail>(?:[-.][a-z0-9]{1,3}){0,2})(?P<ordinal>[ºª°]|(?<=\d)o\b)?(?![\w])",
    re.IGNORECASE,
)
# The items that a heading of its own names with their section, as disclosure schedules do: "Section 4.2(b) — Awards".
_ITEMS = re.compile(
    r"(?P<items>(?:\([A-Za-z0-9]{1,4}\)){1,3})[^\S\n]*(?:[—–:]|-(?=[^\S\n]))[^\S\n]*(?=[A-Z“\"])[^\n]{1,120}"
    r"(?<![.;,\s])[^\S\n]*(?=\n|\Z)"
)
# An attachment that is the only one of its kind has no number.
_ALONE = re.compile(
    r"(?:SCHEDULE|EXHIBIT|ANNEX|APPENDIX|ATTACHMENT|ADDENDUM|PŘÍLOHA|Schedule|Annex|Appendix)(?=[^\S\n]*(?:\n|\Z))"
)
_NUMBER = re.compile(
    r"(?P<digits>\d{1,4}(?:(?:\.|[^\S\n]\.[^\S\n]?)\d{1,4}){0,6})(?P<suffix>(?:[A-Z]{1,2}(?![A-Za-z]))?)(?P<stop>[.):]?)"
)
_SPACED_SUFFIX = re.compile(
    r"[^\S\n]([A-Z]{1,2}(?:[^\S\n]?\d)?)(?=[^\S\n]*(?:\n|\(|\.|\Z)|[^\S\n]+[A-Z\"“(])|[^\S\n]([A-Z])(?=[A-Z](?:[a-z]|[^\S\n][a-z]))"
)
# “26 B.” or “26 ZB.-” on a line of its own: a number that was put in between 26 and 27.
_ALONE_SUFFIX = re.compile(r"[^\S\n][A-Z]{1,2}\.[-–—]?[^\S\n]*\n")
_PAREN = re.compile(
    r"\([^\S\n]?(?:(?P<digits>\d{1,3})[^\S\n]?(?P<suffix>[A-Z]{0,2})|(?P<letters>[A-Za-z]{1,6}))[^\S\n]?\)"
)
_LETTERS = re.compile(r"(?P<letters>[A-Za-z]{1,6})(?P<stop>[.)])(?=\s|[A-Z\"“(]|\Z)")
_LETTERED = re.compile(r"(?P<letter>[A-Z])\.?(?P<digits>\d{1,2}(?:\.\d{1,3}){0,4})(?=[.:)]?(?:\s|\Z))")
# An “inciso” of a Portuguese statute: “I – a soberania;”.
_INCISO = re.compile(r"(?P<letters>[IVXLC]{1,7})(?=[^\S\n]*[–—-][^\S\n])")
_BRACKET = re.compile(r"\[(?P<digits>\d{1,4})\](?=\s|\Z)")
# “4.2ZA.-” may stand on a line of its own.
_AFTER_NUMBER = re.compile(r"\s|\Z|[A-Z\"“‘'(\[_]|[-–—]+[^\S\n]?[(A-Z]|(?<=\.)[-–—]{1,2}[^\S\n]{0,9}(?:\n|\Z)")

_UNPRINTED = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class LabelReading:
    """One way to read a label: its style, what it counts to, and where it ends."""

    style: str
    value: tuple[int, ...]
    end: int
    suffix: str = ""


@dataclass(frozen=True, slots=True)
class Label:
    """A label as printed, with every way it can be read; `keyword` is its word ("Article"), if it has one."""

    start: int
    readings: tuple[LabelReading, ...]
    keyword: str = ""

    @property
    def end(self) -> int:
        """Where the shortest reading ends."""
        return self.readings[0].end


def read_label(text: str, at: int, *, incisos: bool = False) -> Label | None:
    """The label that begins exactly at an offset, or None; `incisos` are Roman numerals before a dash."""
    first = text[at : at + 1]
    inciso = _INCISO.match(text, at) if incisos else None
    if inciso is not None and (value := roman_value(inciso["letters"])):
        return Label(at, (LabelReading("I-", (value,), inciso.end()),))
    if first == "(":
        return _read_paren(text, at)
    if first == "[":
        match = _BRACKET.match(text, at)
        return Label(at, (LabelReading("[1]", (int(match["digits"]),), match.end()),)) if match else None
    if first.isdecimal() and first.isascii():
        return _read_number(text, at)
    if first == "§" or first.isalpha():
        return _read_keyword(text, at) or _read_letters(text, at) or _read_lettered(text, at)
    return None


def printed(text: str, label: Label, reading: LabelReading) -> str:
    """The label as a lawyer would cite it: "Article V", "5.2", "(b)"."""
    shown = _UNPRINTED.sub(" ", text[label.start : reading.end]).strip()
    if not label.keyword:
        return shown.replace(" ", "").rstrip(".:")
    rest = shown[len(label.keyword) :].lstrip(" .")
    value = rest
    if rest.isalpha() and word_value(rest):
        value = rest.title() if rest.isascii() and label.keyword.isascii() else rest.lower()
    if label.keyword.lower() == "practice direction":
        return f"Practice Direction {rest.replace(' ', '').upper()}"
    dot = "." if label.keyword.lower() in {"sec", "art", "čl"} else ""
    return f"{label.keyword.capitalize()}{dot} {value}".rstrip()


def _read_keyword(text: str, at: int) -> Label | None:
    if not (text[at].isupper() or text[at] == "§"):
        return None
    direction = _DIRECTION.match(text, at)
    if direction is not None:
        reading = LabelReading(
            "direction", (int(direction["digits"]),), direction.end(), suffix=direction["suffix"].upper()
        )
        return Label(at, (reading,), keyword=direction["word"])
    match = _KEYWORD.match(text, at)
    if match is None:
        alone = _ALONE.match(text, at)
        return Label(at, (LabelReading("schedule", (0,), alone.end()),), keyword=alone[0]) if alone else None
    word = match["word"]
    style = _STYLES[word.lower()]
    if not match["gap"].strip(".") and word != "§":
        return None
    if style == "schedule":
        return Label(at, (LabelReading(style, (0,), match.end(), suffix=match["value"] + match["tail"]),), keyword=word)
    if match["tail"].startswith("-"):
        return None
    readings = _keyword_readings(style, match["value"], match.end("ordinal" if match["ordinal"] else "value"))
    items = _ITEMS.match(text, match.end()) if style == "section" and readings else None
    if items is not None:
        readings = (replace(readings[0], end=items.end("items"), suffix=items["items"].upper()),)
    return Label(at, readings, keyword=word) if readings else None


def _keyword_readings(style: str, value: str, end: int) -> tuple[LabelReading, ...]:
    if value.casefold() == "único":
        return (LabelReading(style, (1,), end),)
    if value[0].isdecimal():
        digits = value.rstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
        counts = tuple(int(part) for part in digits.split("."))
        if len(counts) > 1:
            style = "decimal"
        return (LabelReading(style, counts, end, suffix=value[len(digits) :].upper()),)
    word = word_value(value)
    if word is not None:
        return (LabelReading(style, (word,), end),)
    if not value.isupper():
        return ()
    values = [count for count in (roman_value(value), letter_value(value)) if count]
    return tuple(LabelReading(style, (count,), end) for count in dict.fromkeys(values))


def _read_number(text: str, at: int) -> Label | None:
    match = _NUMBER.match(text, at)
    if match is None or not _AFTER_NUMBER.match(text, match.end()):
        return None
    counts = tuple(int(part) for part in match["digits"].split("."))
    stop = match["stop"].strip()
    style = "decimal" if len(counts) > 1 else "1" + stop.replace(":", ".")
    if len(counts) == 2 and match["digits"].endswith(".0"):
        style, counts = "1.", counts[:1]
    end = match.end() if stop == ")" else match.end("suffix")
    readings = [LabelReading(style, counts, end, suffix=match["suffix"])]
    spaced = None if match["suffix"] or stop else _SPACED_SUFFIX.match(text, match.end())
    if spaced and (style == "decimal" or _ALONE_SUFFIX.match(text, spaced.start())):
        style = "1." if style == "1" else style
        readings.append(LabelReading(style, counts, spaced.end(), suffix=re.sub(r"\s", "", spaced[0])))
    return Label(at, tuple(readings))


def _read_paren(text: str, at: int) -> Label | None:
    match = _PAREN.match(text, at)
    if match is None:
        return None
    if match["digits"]:
        return Label(at, (LabelReading("(1)", (int(match["digits"]),), match.end(), suffix=match["suffix"]),))
    readings = _letter_readings(match["letters"], "({})", match.end())
    return Label(at, readings) if readings else None


def _read_letters(text: str, at: int) -> Label | None:
    match = _LETTERS.match(text, at)
    if match is None:
        return None
    stop = match["stop"]
    end = match.end() if stop == ")" else match.end("letters")
    readings = _letter_readings(match["letters"], "{}" + stop, end)
    return Label(at, readings) if readings else None


def _read_lettered(text: str, at: int) -> Label | None:
    """A number that begins with the letter of its part: "A.1", "A1.", "B4.2"."""
    match = _LETTERED.match(text, at)
    if match is None:
        return None
    counts = tuple(int(part) for part in match["digits"].split("."))
    return Label(at, (LabelReading("A.1", (letter_value(match["letter"]) or 0, *counts), match.end()),))


def _letter_readings(letters: str, frame: str, end: int) -> tuple[LabelReading, ...]:
    """A letter or a Roman numeral in one case; "i", "v" and "x" can be either."""
    if not (letters.islower() or letters.isupper()):
        return ()
    upper = letters.isupper()
    found = []
    letter, roman = letter_value(letters), roman_value(letters)
    if letter is not None:
        found.append(LabelReading(frame.format("A" if upper else "a"), (letter,), end))
        if len(letters) == 2:
            # (aa), (bb) below (i), (ii) are a list of their own as often as they follow (z).
            found.append(LabelReading(frame.format("AA" if upper else "aa"), (letter - 26,), end))
    if roman is not None and (roman < 100 or len(letters) > 1) and roman < 200:
        found.append(LabelReading(frame.format("I" if upper else "i"), (roman,), end))
    return tuple(found)
