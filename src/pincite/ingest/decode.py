"""Bytes to text: the encoding found from evidence, line ends made LF, the Unicode form left as it is."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from pincite.domain.raw_file import RawFile
from pincite.errors import ReadError
from pincite.ingest.eight_bit import decode_single_byte, guess_single_byte
from pincite.spans import OffsetMap

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SAMPLE = 1 << 16
# All control characters except those found in text files: backspace, tab, line and page ends, escape, DOS EOF.
_CONTROLS = bytes(set(range(32)) - {*b"\b\t\n\v\f\r\x1a\x1b"}) + b"\x7f"
_LEADS = bytes(range(0xC0, 0x100))
_RETURN = re.compile("\r\n?")
_DECLARED = re.compile(
    rb"""<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})|<meta\s[^>]{0,500}?charset\s*+=\s*+["']?\s*+([\w.:-]{1,40})""",
    re.IGNORECASE,
)
# What pages declare, and what they hold. The Web reads Latin-1 and ASCII as cp1252, and no declaration readable as
# ASCII can be of UTF-16. Codecs that are no charsets (punycode, unicode_escape) must never be reached from a page.
_DECLARABLE = re.compile(
    r"utf-?8|(?:windows-|cp)125\d|iso-?8859-\d+|koi8-[ru]|gb18030|gbk|gb2312|big5|shift_jis|euc-(?:jp|kr)"
)
_AS_CP1252 = frozenset({"iso-8859-1", "iso8859-1", "latin1", "latin-1", "us-ascii", "ascii", "windows-1252", "cp1252"})
_BROKEN_SHARE = 0.02


@dataclass(frozen=True, slots=True)
class DecodedText:
    """The decoded source, the canonical text made of it, and the map between them."""

    raw: str
    text: str
    encoding: str
    offsets: OffsetMap
    warnings: tuple[str, ...] = ()


def decode(file: RawFile) -> DecodedText:
    """The text of a file's bytes, with LF line ends."""
    encoding, raw, warnings = decode_raw(file)
    text, offsets = normalise_line_ends(raw)
    return DecodedText(raw, text, encoding, offsets, warnings)


def decode_raw(file: RawFile, *, declared: bool = False) -> tuple[str, str, tuple[str, ...]]:
    """Return the encoding of a file, its characters unchanged, and warnings.

    `declared` honours the charset an HTML page names for itself.
    """
    data = file.data
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            return encoding, *_lenient(data, encoding)
    if looks_binary(data):
        raise ReadError(file.name, "binary", "the bytes are not text in any known encoding; check the file.")
    if (order := _utf16_order(data)) is not None:
        return order, *_lenient(data, order)
    return _declared(data) if declared else _detected(data)


def looks_binary(data: bytes) -> bool:
    """Tell whether bytes are no text in any encoding known here."""
    if data.startswith(tuple(bom for bom, _ in _BOMS)) or _utf16_order(data) is not None:
        return False
    sample = data[:_SAMPLE] + data[max(_SAMPLE, len(data) - _SAMPLE) :]
    controls = len(sample) - len(sample.translate(None, _CONTROLS))
    return controls * 200 > len(sample)


def normalise_line_ends(raw: str) -> tuple[str, OffsetMap]:
    """Drop a leading byte order mark and turn CRLF and lone CR into LF, with the map that knows of it."""
    offsets = OffsetMap()
    at = int(raw.startswith("\ufeff"))
    offsets.replace(at, 0)
    if "\r" not in raw:
        offsets.copy(len(raw) - at)
        return raw[at:], offsets
    for match in _RETURN.finditer(raw):
        offsets.copy(match.start() - at)
        offsets.replace(match.end() - match.start(), 1)
        at = match.end()
    offsets.copy(len(raw) - at)
    return raw.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"), offsets


def _declared(data: bytes) -> tuple[str, str, tuple[str, ...]]:
    match = _DECLARED.search(data[:4096])
    name = (match[1] or match[2]).decode("ascii").lower() if match else ""
    if name in _AS_CP1252:
        return "cp1252", decode_single_byte(data, "cp1252"), ()
    if _DECLARABLE.fullmatch(name):
        try:
            return codecs.lookup(name).name, data.decode(name), ()
        except (UnicodeDecodeError, LookupError):
            encoding, raw, warnings = _detected(data)
            return encoding, raw, (*warnings, f"The page declares {name} but its bytes are not; read as {encoding}.")
    return _detected(data)


def _detected(data: bytes) -> tuple[str, str, tuple[str, ...]]:
    try:
        return "utf-8", data.decode("utf-8"), ()
    except UnicodeDecodeError:
        pass
    repaired, warnings = _lenient(data, "utf-8")
    lead_bytes = len(data) - len(data.translate(None, _LEADS))
    if repaired.count("\ufffd") <= _BROKEN_SHARE * lead_bytes:
        return "utf-8", repaired, warnings
    encoding = guess_single_byte(data)
    return encoding, decode_single_byte(data, encoding), (f"The encoding is not stated; read as {encoding}.",)


def _lenient(data: bytes, encoding: str) -> tuple[str, tuple[str, ...]]:
    """Decode with a declared encoding; a few broken bytes are replaced and reported as a warning."""
    try:
        return data.decode(encoding), ()
    except UnicodeDecodeError:
        raw = data.decode(encoding, "replace")
    return raw, (f"Some bytes are not valid {encoding}; each is shown as \ufffd.",)


def _utf16_order(data: bytes) -> str | None:
    """The byte order of UTF-16 without a mark: mostly Latin text has a zero in one byte of nearly every pair."""
    sample = data[: _SAMPLE & ~1]
    pairs = len(sample) // 2
    if pairs < 2 or b"\0" not in sample:
        return None
    low, high = sample[0 : 2 * pairs : 2].count(0), sample[1 : 2 * pairs : 2].count(0)
    order = None
    if high > 0.4 * pairs and low < 0.02 * pairs:
        order = "utf-16-le"
    elif low > 0.4 * pairs and high < 0.02 * pairs:
        order = "utf-16-be"
    # Numbers in a binary file have zeros in every other byte too, but their characters are controls.
    return order if order and not _holds_controls(sample.decode(order, "replace")) else None


def _holds_controls(text: str) -> bool:
    controls = len(text) - len(text.translate(dict.fromkeys(_CONTROLS)))
    return controls * 200 > len(text)
