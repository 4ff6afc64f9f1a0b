"""An open PDF file: the one place that talks to pdfium."""

from __future__ import annotations

import ctypes
from array import array
from collections import deque
from collections.abc import Iterator
from itertools import repeat
from threading import Lock
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple

import pypdfium2.raw as pdfium

from pincite.domain.raw_file import RawFile
from pincite.errors import ReadError
from pincite.ingest.pdf.streams import refuse_bombs

if TYPE_CHECKING:
    from PIL.Image import Image

# pdfium keeps global state: one thread at a time, from opening a file to closing it.
_PDFIUM = Lock()
_REASONS = {
    pdfium.FPDF_ERR_PASSWORD: ("encrypted", "the PDF is locked with a password; save a copy without one."),
    pdfium.FPDF_ERR_SECURITY: ("encrypted", "the PDF is locked in a way that cannot be opened; save a plain copy."),
}
_DAMAGED = ("damaged", "the PDF is broken or cut short; get a whole copy of it.")
_FILL = 0
_FILL_AND_STROKE = 2
_INVISIBLE = 3
# Letters smaller than this in points are not seen, nor those of less opacity or in a lighter colour, of 255.
_SMALLEST = 1.0
_FAINT = 13
_WHITE = 250
# A line this wide can be a ground for letters; with more grounds than this the whole page is taken for one.
_WIDE_STROKE = 4.0
_MANY_GROUNDS = 1000
_REACH = 2.0
_FORCE_BOLD = 1 << 18
_MANY_STROKES = 300
_FILLED_IN = frozenset({pdfium.FPDF_ANNOT_WIDGET, pdfium.FPDF_ANNOT_FREETEXT, pdfium.FPDF_ANNOT_STAMP})
_COARSEST_DPI = 70.0


def _prototype(function: Any, result: Any, *arguments: Any) -> Any:
    """A pdfium function that takes addresses as plain numbers and keeps the interpreter lock.

    The letters of a page are asked for one by one, several thousand times per page; the generated bindings build a
    pointer object for each argument, which takes longer than the call itself.
    """
    return ctypes.PYFUNCTYPE(result, *arguments)(ctypes.cast(function, ctypes.c_void_p).value or 0)


_ADDRESS, _INT, _UINT = ctypes.c_void_p, ctypes.c_int, ctypes.c_uint
_letter_code = _prototype(pdfium.FPDFText_GetUnicode, _UINT, _ADDRESS, _INT)
_letter_box = _prototype(pdfium.FPDFText_GetLooseCharBox, _INT, _ADDRESS, _INT, _ADDRESS)
_letter_origin = _prototype(pdfium.FPDFText_GetCharOrigin, _INT, _ADDRESS, _INT, _ADDRESS, _ADDRESS)
_letter_object = _prototype(pdfium.FPDFText_GetTextObject, _ADDRESS, _ADDRESS, _INT)
_letter_matrix = _prototype(pdfium.FPDFText_GetMatrix, _INT, _ADDRESS, _INT, _ADDRESS)
_letter_size = _prototype(pdfium.FPDFText_GetFontSize, ctypes.c_double, _ADDRESS, _INT)
_object_font = _prototype(pdfium.FPDFTextObj_GetFont, _ADDRESS, _ADDRESS)
_object_colour = _prototype(pdfium.FPDFPageObj_GetFillColor, _INT, *[_ADDRESS] * 5)
_object_mode = _prototype(pdfium.FPDFTextObj_GetTextRenderMode, _INT, _ADDRESS)
_font_name = _prototype(pdfium.FPDFFont_GetBaseFontName, ctypes.c_size_t, _ADDRESS, ctypes.c_char_p, ctypes.c_size_t)
_font_weight = _prototype(pdfium.FPDFFont_GetWeight, _INT, _ADDRESS)
_font_flags = _prototype(pdfium.FPDFFont_GetFlags, _INT, _ADDRESS)


class Letters(NamedTuple):
    """The letters of a page in the order they were drawn, with left, top, right, bottom of each in PDF space."""

    text: str
    boxes: array[float]


class LetterStyle(NamedTuple):
    """How a letter is set: size in points, weight, direction of writing in PDF space, whether it is seen at all.

    `invisible` is what text below the picture of a scan is; what is `disguised` no reader sees on any page.
    """

    size: float
    bold: bool
    direction: tuple[float, float]
    invisible: bool
    disguised: bool


class PdfPage:
    """One loaded page; `has_unseen` tells whether a letter whose style was asked for is drawn invisibly."""

    def __init__(self, document: Any, index: int) -> None:
        self._page = _load(document, index)
        self._text = pdfium.FPDFText_LoadPage(self._page) if self._page else None
        self._address = ctypes.cast(self._text, ctypes.c_void_p).value if self._text else None
        self.has_unseen = False
        self._bold: dict[int, bool] = {}
        self._letters: Letters | None = None
        self._matrix = (ctypes.c_float * 6)()
        self._point = (ctypes.c_double * 2)()
        self._colour = (ctypes.c_uint * 4)()
        self._grounds: list[tuple[float, float, float, float]] | None = None

    def close(self) -> None:
        """Free what the page holds."""
        if self._text:
            pdfium.FPDFText_ClosePage(self._text)
        if self._page:
            pdfium.FPDF_ClosePage(self._page)
        self._page = self._text = self._address = None

    @property
    def loaded(self) -> bool:
        """Whether the page could be read from the file at all."""
        return bool(self._page and self._text)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in points as displayed."""
        if not self._page:
            return (0.0, 0.0)
        return (pdfium.FPDF_GetPageWidthF(self._page), pdfium.FPDF_GetPageHeightF(self._page))

    @property
    def quarter_turns(self) -> int:
        """How often the page is turned clockwise by a right angle when displayed."""
        return int(pdfium.FPDFPage_GetRotation(self._page)) % 4 if self._page else 0

    @property
    def frame(self) -> tuple[float, float, float, float]:
        """Left, top, right, bottom of the visible page in PDF space."""
        box = pdfium.FS_RECTF()
        if self._page and pdfium.FPDF_GetPageBoundingBox(self._page, box):
            return (box.left, box.top, box.right, box.bottom)
        width, height = self.size
        return (0.0, height, width, 0.0)

    def letters(self) -> Letters:
        """All letters, with the spaces and line ends pdfium puts between them."""
        if self._letters is None:
            self._letters = self._read_letters()
        return self._letters

    def _read_letters(self) -> Letters:
        if self._address is None:
            return Letters("", array("f"))
        page, count = self._address, max(pdfium.FPDFText_CountChars(self._text), 0)
        text = self._text_at_once(count)
        if text is None:
            text = "".join(map(chr, map(_code_point, map(_letter_code, repeat(page), range(count)))))
        boxes = array("f", bytes(16 * count))
        start = boxes.buffer_info()[0]
        deque(map(_letter_box, repeat(page), range(count), range(start, start + 16 * count, 16)), maxlen=0)
        return Letters(text, boxes)

    def _text_at_once(self, count: int) -> str | None:
        """All letters in one call, which pdfium can do only if each has one UTF-16 unit."""
        units = (ctypes.c_ushort * (count + 1))()
        if not count or pdfium.FPDFText_GetText(self._text, 0, count, units) != count + 1:
            return None
        text = bytes(units)[: 2 * count].decode("utf-16-le", "surrogatepass")
        # In bulk, pdfium writes U+FFFE for a hyphen at a line end, and U+0002 letter by letter.
        return text.replace("\ufffe", "\x02") if len(text) == count else None

    def run(self, at: int) -> int:
        """Which run of text, set in one go, a letter belongs to."""
        return _letter_object(self._address, at) or 0

    def style(self, at: int) -> LetterStyle:
        """How the letter at a place is set."""
        matrix, run = self._matrix, self.run(at)
        _letter_matrix(self._address, at, ctypes.addressof(matrix))
        a, b, c, d = matrix[0], matrix[1], matrix[2], matrix[3]
        size = abs(_letter_size(self._address, at)) * (c * c + d * d) ** 0.5
        mode = _object_mode(run) if run else 0
        bold = mode == _FILL_AND_STROKE or (run != 0 and self._is_bold(_object_font(run)))
        colour = self._fill(run) if run and mode == _FILL else None
        invisible = mode == _INVISIBLE or (colour is not None and colour[3] < _FAINT)
        self.has_unseen = self.has_unseen or invisible
        disguised = size < _SMALLEST and self._is_tiny(at)
        if not disguised and not invisible and colour is not None and min(colour[:3]) >= _WHITE:
            disguised = not self._has_ground(at)
        return LetterStyle(size, bold, (a, b), invisible, disguised)

    def _fill(self, item: int) -> tuple[int, int, int, int] | None:
        """Red, green, blue and opacity of what fills an object; None for a pattern."""
        start = ctypes.addressof(self._colour)
        if not _object_colour(item, start, start + 4, start + 8, start + 12):
            return None
        red, green, blue, opacity = self._colour
        return red, green, blue, opacity

    def _is_tiny(self, at: int) -> bool:
        """Whether a letter takes no room: the size that its font says may be scaled."""
        left, top, right, bottom = self.letters().boxes[4 * at : 4 * at + 4]
        return max(abs(right - left), abs(top - bottom)) < _SMALLEST <= self.size[1] / 100

    def _has_ground(self, at: int) -> bool:
        """Whether something is drawn that white letters can be read on."""
        if self._grounds is None:
            found = list(self._find_grounds())
            left, top, right, bottom = self.frame
            self._grounds = found if len(found) <= _MANY_GROUNDS else [(left, bottom, right, top)]
        x, y = self.origin(at)
        return any(
            x0 - _REACH <= x <= x1 + _REACH and y0 - _REACH <= y <= y1 + _REACH for x0, y0, x1, y1 in self._grounds
        )

    def _find_grounds(self) -> Iterator[tuple[float, float, float, float]]:
        for kind in (pdfium.FPDF_PAGEOBJ_IMAGE, pdfium.FPDF_PAGEOBJ_SHADING, pdfium.FPDF_PAGEOBJ_FORM):
            yield from self._bounds(kind)
        for item in self._items(pdfium.FPDF_PAGEOBJ_PATH):
            if self._is_dark(item) and (bounds := _bounds_of(item)):
                yield bounds

    def _is_dark(self, path: Any) -> bool:
        """Whether a shape is filled or broadly drawn with something else than white."""
        filled, stroked, width = ctypes.c_int(), ctypes.c_int(), ctypes.c_float()
        pdfium.FPDFPath_GetDrawMode(path, filled, stroked)
        if filled.value:
            colour = self._fill(ctypes.cast(path, ctypes.c_void_p).value or 0)
            if colour is None or (min(colour[:3]) < _WHITE and colour[3] >= _FAINT):
                return True
        return bool(stroked.value and pdfium.FPDFPageObj_GetStrokeWidth(path, width) and width.value >= _WIDE_STROKE)

    def origin(self, at: int) -> tuple[float, float]:
        """The point a letter stands on, in PDF space."""
        start = ctypes.addressof(self._point)
        _letter_origin(self._address, at, start, start + 8)
        return self._point[0], self._point[1]

    def _is_bold(self, font: int | None) -> bool:
        if not font:
            return False
        bold = self._bold.get(font)
        if bold is None:
            name = ctypes.create_string_buffer(128)
            _font_name(font, name, 128)
            lowered = name.value.decode("latin-1").lower()
            named = "bold" in lowered or "black" in lowered or "heavy" in lowered
            bold = named or _font_weight(font) >= 600 or bool(_font_flags(font) & _FORCE_BOLD)
            self._bold[font] = bold
        return bold

    def pictures(self) -> float:
        """The share of the page that its pictures cover, at most 1."""
        share = 0.0
        left, top, right, bottom = self.frame
        area = max((right - left) * (top - bottom), 1.0)
        for x0, y0, x1, y1 in self._bounds(pdfium.FPDF_PAGEOBJ_IMAGE):
            width = max(min(x1, right) - max(x0, left), 0.0)
            height = max(min(y1, top) - max(y0, bottom), 0.0)
            share += width * height / area
        return min(share, 1.0)

    def rules(self) -> list[tuple[float, float, float, float]]:
        """Left, bottom, right, top of each drawn line or box in PDF space."""
        return self._bounds(pdfium.FPDF_PAGEOBJ_PATH)

    def _bounds(self, kind: int) -> list[tuple[float, float, float, float]]:
        return [bounds for item in self._items(kind) if (bounds := _bounds_of(item))]

    def _items(self, kind: int) -> Iterator[Any]:
        for i in range(pdfium.FPDFPage_CountObjects(self._page) if self._page else 0):
            item = pdfium.FPDFPage_GetObject(self._page, i)
            if pdfium.FPDFPageObj_GetType(item) == kind:
                yield item

    def is_outlined(self) -> bool:
        """Whether the page is drawn with so many strokes that they may be its letters."""
        return len(self._bounds(pdfium.FPDF_PAGEOBJ_PATH)) >= _MANY_STROKES

    def fitting_dpi(self, dpi: float, *, megapixels: int, pictures: int) -> float | None:
        """The resolution at which the drawn page stays within so many megapixels; None if that is too coarse.

        Also None where a picture on the page has more than `pictures` megapixels: it would be unpacked whole.
        """
        if any(width * height > pictures * 1e6 for width, height in self._picture_sizes()):
            return None
        width, height = self.size
        area = width * height * (dpi / 72) ** 2
        fitting = dpi * min(1.0, (megapixels * 1e6 / max(area, 1.0)) ** 0.5)
        return fitting if fitting >= _COARSEST_DPI else None

    def _picture_sizes(self) -> list[tuple[int, int]]:
        sizes: list[tuple[int, int]] = []
        width, height = ctypes.c_uint(), ctypes.c_uint()
        for item in self._items(pdfium.FPDF_PAGEOBJ_IMAGE):
            if pdfium.FPDFImageObj_GetImagePixelSize(item, width, height):
                sizes.append((width.value, height.value))
        return sizes

    def draw(self, dpi: float) -> Image:
        """The page as displayed, as a picture."""
        from PIL import Image

        width, height = (max(round(side * dpi / 72), 1) for side in self.size)
        bitmap = pdfium.FPDFBitmap_Create(width, height, 0)
        if not bitmap:
            raise MemoryError(f"no room for a picture of {width} by {height} pixels")
        try:
            pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xFFFFFFFF)
            pdfium.FPDF_RenderPageBitmap(bitmap, self._page, 0, 0, width, height, 0, pdfium.FPDF_ANNOT)
            stride = pdfium.FPDFBitmap_GetStride(bitmap)
            pixels = ctypes.string_at(pdfium.FPDFBitmap_GetBuffer(bitmap), stride * height)
            return Image.frombuffer("RGB", (width, height), pixels, "raw", "BGRX", stride, 1)
        finally:
            pdfium.FPDFBitmap_Destroy(bitmap)


def _load(document: Any, index: int) -> Any:
    """A page with what is filled in on it, fields and typed notes, made part of its content."""
    page = pdfium.FPDF_LoadPage(document, index)
    if (
        page
        and _is_filled_in(page)
        and pdfium.FPDFPage_Flatten(page, pdfium.FLAT_NORMALDISPLAY) == pdfium.FLATTEN_SUCCESS
    ):
        pdfium.FPDF_ClosePage(page)
        page = pdfium.FPDF_LoadPage(document, index)
    return page


def _bounds_of(item: Any) -> tuple[float, float, float, float] | None:
    """Left, bottom, right, top of an object in PDF space."""
    sides = [ctypes.c_float() for _ in range(4)]
    if not pdfium.FPDFPageObj_GetBounds(item, *sides):
        return None
    return sides[0].value, sides[1].value, sides[2].value, sides[3].value


def _is_filled_in(page: Any) -> bool:
    for i in range(pdfium.FPDFPage_GetAnnotCount(page)):
        note = pdfium.FPDFPage_GetAnnot(page, i)
        kind = pdfium.FPDFAnnot_GetSubtype(note)
        pdfium.FPDFPage_CloseAnnot(note)
        if kind in _FILLED_IN:
            return True
    return False


def _code_point(code: int) -> int:
    """A code a string can hold: 0 for what is no character."""
    return code if code < 0x110000 else 0


class PdfFile:
    """A PDF opened for reading; use it in a `with` block."""

    def __init__(self, file: RawFile) -> None:
        self._file = file
        self._document: Any = None

    def __enter__(self) -> PdfFile:
        refuse_bombs(self._file)
        _PDFIUM.acquire()
        try:
            pdfium.FPDF_InitLibrary()
            self._document = pdfium.FPDF_LoadMemDocument64(self._file.data, len(self._file.data), None)
            if not self._document:
                raise ReadError(self._file.name, *_REASONS.get(pdfium.FPDF_GetLastError(), _DAMAGED))
        except BaseException:
            _PDFIUM.release()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        try:
            pdfium.FPDF_CloseDocument(self._document)
        finally:
            self._document = None
            _PDFIUM.release()

    def __len__(self) -> int:
        return int(pdfium.FPDF_GetPageCount(self._document))

    def page(self, index: int) -> PdfPage:
        """Load a page; the caller closes it."""
        return PdfPage(self._document, index)

    def title(self) -> str:
        """The title the file gives itself."""
        length = pdfium.FPDF_GetMetaText(self._document, b"Title", None, 0)
        buffer = ctypes.create_string_buffer(max(length, 2))
        pdfium.FPDF_GetMetaText(self._document, b"Title", buffer, length)
        return buffer.raw[:-2].decode("utf-16-le", "replace")
