"""The style of an element: whether it is visible, and how it is formatted."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

Declarations = dict[str, str]

_DECLARATION = re.compile(r"(?<![\w-])([\w-]++)\s*+:\s*+([^;]*+)")
# Comments, and the marks with which old pages hide their styles from older browsers.
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)|<!--|-->", re.DOTALL)
# One element by tag, classes and id; of a selector with several parts nothing is known.
_SIMPLE_SELECTOR = re.compile(r"\*?(?P<tag>[a-z][\w-]*)?(?P<marks>(?:[.#][\w-]+)*)")
_MARK = re.compile(r"[.#][\w-]+")
_ESCAPE = re.compile(r"\\([0-9a-f]{1,6})\s?|\\(?=[^0-9a-f\n])", re.IGNORECASE)
_LENGTH = re.compile(r"(-?\d*\.?\d+)\s*(pt|px|in|cm|mm|em|rem|%|pc)?")
_POINTS = {"pt": 1.0, "px": 0.75, "in": 72.0, "cm": 28.35, "mm": 2.835, "em": 12.0, "rem": 12.0, "%": 4.68, "pc": 12.0}
_FONT_ATTRIBUTE = {"1": 7.5, "2": 10.0, "3": 12.0, "4": 13.5, "5": 18.0, "6": 24.0, "7": 36.0}
_NAMED_SIZES = {"small": 10.0, "medium": 12.0, "large": 13.5, "x-large": 18.0, "xx-large": 24.0, "x-small": 7.5}
_PAGE_BREAKS = ("page-break-before", "page-break-after", "break-before", "break-after")
_NEW_PAGE = frozenset({"always", "page", "left", "right"})
_BOLD = re.compile(r"\b(?:bold|bolder|[6-9]00)\b")
_INVISIBLE_SIZE = 1.0
_REPEATED_TAG = 500
_KNOWN_TAGS = 10_000
# Text further out than this is hidden off the page.
_OFF_PAGE = 700.0
_FAR_OFF = 4000.0
_FAINT = 0.05
_NO_BOX = re.compile(r"rect\(\s*0[a-z%]*(?:[\s,]+0[a-z%]*){3}\s*\)|inset\(\s*(?:50|100)%|circle\(\s*0")
_NO_SCALE = re.compile(r"scale[xy3d]{0,2}\(\s{0,9}0(?:\.0{1,9})?\s{0,9}[,)]")
_MOVED = re.compile(r"translate[xy3d]*\(\s*(-?[\d.]+[a-z%]*)(?:\s*,\s*(-?[\d.]+[a-z%]*))?")
_WHITE = "#ffffff"
_STRUCK_ELEMENTS = frozenset({"del", "s", "strike"})


@dataclass(frozen=True, slots=True)
class ElementStyle:
    """How an element is set; None where it says nothing and its parent decides.

    `size` is in points; `scale` is a size in relation to the parent's.
    """

    hidden: bool = False
    struck: bool = False
    white: bool = False
    bold: bool | None = None
    centred: bool | None = None
    size: float | None = None
    scale: float | None = None
    margin: float = 0.0
    first_line: float = 0.0
    display: str | None = None
    list_style: str | None = None
    keeps_space: bool | None = None
    new_page: bool = False


@dataclass(slots=True)
class StyleSheet:
    """The rules of a page's own style elements, as far as their selectors are of one element."""

    rules: dict[str, Declarations] = field(default_factory=dict)
    _joined: list[tuple[str, frozenset[str], Declarations]] = field(default_factory=list)
    _known: dict[str, ElementStyle] = field(default_factory=dict)

    def add(self, css: str) -> None:
        """Read a style element's content."""
        self._known.clear()
        prelude, skipped, depth = "", 0, 0
        for part in re.split(r"([{}])", _COMMENT.sub(" ", css)):
            if part == "{":
                depth += 1
                if not skipped and _is_skipped(prelude):
                    skipped = depth
            elif part == "}":
                skipped = 0 if skipped == depth else skipped
                depth = max(depth - 1, 0)
            elif not skipped and depth and not prelude.lstrip().startswith("@") and ":" in part:
                self._rule(prelude, part)
                prelude = ""
                continue
            if part not in ("{", "}"):
                prelude = part

    def style(self, tag: str, name: str, attributes: Mapping[str, str]) -> ElementStyle:
        """How the element that a tag opens is set."""
        style = self._known.get(tag)
        if style is None:
            style = self._merge(name, attributes)
            # Pages repeat a few tags thousands of times; long ones are not cached.
            if len(tag) < _REPEATED_TAG and len(self._known) < _KNOWN_TAGS:
                self._known[tag] = style
        return style

    def _merge(self, name: str, attributes: Mapping[str, str]) -> ElementStyle:
        merged: Declarations = {}
        selectors = self._selectors(name, attributes)
        for selector in selectors if self.rules else ():
            merged.update(self.rules.get(selector, {}))
        for tag, marks, declarations in self._joined:
            if tag in ("", name) and marks <= set(selectors):
                merged.update(declarations)
        merged.update(parse_declarations(attributes.get("style", "")))
        return _style(name, merged, attributes)

    def _rule(self, prelude: str, body: str) -> None:
        declarations = parse_declarations(body)
        for selector in prelude.lower().split(","):
            simple = _SIMPLE_SELECTOR.fullmatch(selector.strip())
            if simple is None or not (simple["tag"] or simple["marks"]):
                continue
            marks = _MARK.findall(simple["marks"])
            if len(marks) > 1:
                self._joined.append((simple["tag"] or "", frozenset(marks), declarations))
            else:
                self.rules.setdefault(selector.strip().lstrip("*"), {}).update(declarations)

    @staticmethod
    def _selectors(name: str, attributes: Mapping[str, str]) -> list[str]:
        marks = [f".{cls}" for cls in attributes.get("class", "").lower().split()]
        if "id" in attributes:
            marks.append(f"#{attributes['id'].lower()}")
        return [name, *marks, *(name + mark for mark in marks)]


def parse_declarations(css: str) -> Declarations:
    """The properties of a style attribute or rule body, in lower case."""
    found = _DECLARATION.findall(_ESCAPE.sub(_unescaped, _COMMENT.sub("", css)).lower())
    return {name: value.replace("!important", "").strip() for name, value in found}


def _unescaped(escape: re.Match[str]) -> str:
    point = int(escape[1], 16) if escape[1] else 0
    return chr(point) if 0 < point < 0x110000 and not 0xD800 <= point < 0xE000 else ""


def parse_length(value: str) -> float | None:
    """A CSS length in points; None for `auto` and the like."""
    match = _LENGTH.match(value)
    return float(match[1]) * _POINTS[match[2] or "px"] if match else None


def _is_skipped(prelude: str) -> bool:
    """Tell whether a group of rules is for paper only, or for what a browser of today does not lack."""
    return is_for_paper(prelude) if "@media" in prelude else "@supports" in prelude and "not" in prelude


def is_for_paper(media: str) -> bool:
    """Tell whether rules for such media are for paper only."""
    return "print" in media.lower() and "screen" not in media.lower()


def _style(name: str, css: Declarations, attributes: Mapping[str, str]) -> ElementStyle:
    margin = css.get("margin", "").split()
    left = css.get("margin-left") or (margin[-1] if margin else "")
    if len(margin) in (2, 3):
        left = css.get("margin-left") or margin[1]
    return ElementStyle(
        hidden=_is_hidden(css, attributes),
        white=_colour(css.get("color") or attributes.get("color", "")) == _WHITE,
        struck=name in _STRUCK_ELEMENTS
        or "line-through" in f"{css.get('text-decoration')} {css.get('text-decoration-line')}",
        bold=_is_bold(css),
        centred=_is_centred(css, attributes),
        size=_size(name, css, attributes),
        scale=_scale(css),
        margin=max(parse_length(left) or 0.0, 0.0) + max(parse_length(css.get("padding-left", "")) or 0.0, 0.0),
        first_line=parse_length(css.get("text-indent", "")) or 0.0,
        display=css.get("display"),
        list_style=css.get("list-style-type") or css.get("list-style"),
        new_page=any(css.get(name) in _NEW_PAGE for name in _PAGE_BREAKS),
        keeps_space=css["white-space"].startswith("pre") if "white-space" in css else None,
    )


def _is_hidden(css: Declarations, attributes: Mapping[str, str]) -> bool:
    if "hidden" in attributes or css.get("display") == "none" or css.get("mso-hide") == "all":
        return True
    if css.get("visibility") in ("hidden", "collapse") or css.get("content-visibility") == "hidden":
        return True
    if _is_faint(css) or _has_no_room(css):
        return True
    places = [parse_length(css.get(name, "")) for name in ("left", "top", "text-indent", "margin-left")]
    moved = _MOVED.search(css.get("transform", ""))
    places += [parse_length(move) for move in moved.groups() if move] if moved else []
    apart = [parse_length(css.get(name, "")) for name in ("left", "right", "top", "bottom")]
    return any(place is not None and place < -_OFF_PAGE for place in places) or any(
        place is not None and place > _FAR_OFF for place in apart
    )


def _is_faint(css: Declarations) -> bool:
    """Tell whether letters are too small or too transparent to be seen."""
    opacity = _LENGTH.match(css.get("opacity", ""))
    if opacity and float(opacity[1]) / (100 if opacity[2] == "%" else 1) < _FAINT:
        return True
    if css.get("color", "").replace(" ", "") in ("transparent", "rgba(0,0,0,0)"):
        return True
    own, behind = (_colour(css.get(name, "")) for name in ("color", "background-color"))
    if own and own == (behind or _colour(css.get("background", ""))):
        return True
    size = parse_length(css["font-size"]) if "font-size" in css else None
    return (size is not None and 0 <= size < _INVISIBLE_SIZE) or re.match(
        r"0(?:px|pt|em)?[\s/]", css.get("font", "")
    ) is not None


def _colour(value: str) -> str:
    """A colour as six digits where it is written as such or is white; else as it is written."""
    plain = value.strip().lower().replace(" ", "")
    if plain in ("white", "#fff", "#ffffff", "rgb(255,255,255)", "rgba(255,255,255,1)"):
        return _WHITE
    return "#" + "".join(2 * digit for digit in plain[1:]) if re.fullmatch(r"#[0-9a-f]{3}", plain) else plain


def _has_no_room(css: Declarations) -> bool:
    """Tell whether the box of an element is cut to nothing."""
    if _NO_BOX.search(css.get("clip", "") + css.get("clip-path", "")) or _NO_SCALE.search(css.get("transform", "")):
        return True
    sides = (parse_length(css.get(name, "")) for name in ("width", "height", "max-width", "max-height"))
    cut = css.get("overflow", "").startswith(("hidden", "clip"))
    return cut and any(side is not None and 0 <= side <= _INVISIBLE_SIZE for side in sides)


def _is_bold(css: Declarations) -> bool | None:
    value = css.get("font-weight") or css.get("font")
    return None if value is None else _BOLD.search(value) is not None


def _is_centred(css: Declarations, attributes: Mapping[str, str]) -> bool | None:
    value = css.get("text-align") or attributes.get("align", "").lower()
    return value == "center" if value else None


def _size(name: str, css: Declarations, attributes: Mapping[str, str]) -> float | None:
    value = css.get("font-size") or css.get("font", "")
    if value in _NAMED_SIZES:
        return _NAMED_SIZES[value]
    if match := re.search(r"(?<!\d)(?:\d*+\.)?\d++(?:pt|px|rem)", value):
        return parse_length(match[0])
    return _FONT_ATTRIBUTE.get(attributes.get("size", "")) if name == "font" else None


def _scale(css: Declarations) -> float | None:
    match = re.search(r"(?<!\d)((?:\d*+\.)?\d++)(%|em)", css.get("font-size") or css.get("font", ""))
    return float(match[1]) / (100 if match[2] == "%" else 1) if match else None
