import pytest

from pincite.domain.raw_file import RawFile
from pincite.errors import ReadError
from pincite.ingest.decode import decode, decode_raw, looks_binary, normalise_line_ends
from pincite.spans import Span

CZECH = "Smluvní strany se dohodly, že zhotovitel předá dílo včas a že žádná z nich práva nepostoupí. Šťastně dnů."
POLISH = "Strony postanawiają, że wykonawca wyda dzieło w ciągu trzydziestu dni. Każda może rozwiązać umowę."
HUNGARIAN = "A szerződő felek megállapodnak abban, hogy a vállalkozó a művet időben átadja."
FRENCH = "Les parties conviennent que l’ouvrage décrit à l’annexe sera livré dès la signature, en français."
DANISH = "Parterne er enige om, at entreprenøren afleverer værket på forhånd."
ENGLISH = "The “Company” shall pay £500 – under § 12 – for the café’s fittings."


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
@pytest.mark.parametrize("text", [CZECH, ENGLISH])
def test_unicode_is_read_with_and_without_a_byte_order_mark(codec, text):
    assert decode(RawFile("lease.txt", text.encode(codec))).text == text


@pytest.mark.parametrize(
    ("text", "codec"),
    [
        (CZECH, "cp1250"),
        (CZECH, "iso8859-2"),
        (POLISH, "cp1250"),
        (POLISH, "iso8859-2"),
        (HUNGARIAN, "cp1250"),
        (HUNGARIAN, "iso8859-2"),
        (FRENCH, "cp1252"),
        (DANISH, "cp1252"),
        (ENGLISH, "cp1252"),
        ("The marks ACME® and Bolt™ belong to Acme® Ltd.", "cp1252"),
    ],
)
def test_eight_bit_encodings_are_told_apart_by_their_letters(text, codec):
    decoded = decode(RawFile("lease.txt", text.encode(codec)))
    assert decoded.text == text
    assert "not stated" in decoded.warnings[0]


def test_bytes_cp1252_leaves_undefined_do_not_stop_the_reader():
    assert decode(RawFile("lease.txt", b"caf\xe9 \x81 here")).text == "café \x81 here"


def test_a_few_broken_bytes_do_not_turn_utf8_into_mojibake():
    decoded = decode(RawFile("lease.txt", CZECH.encode() * 5 + b"\xe2\x80"))
    assert decoded.encoding == "utf-8"
    assert decoded.text.startswith(CZECH)
    assert decoded.text.endswith("\ufffd")
    assert decoded.warnings


def test_a_broken_utf16_file_is_read_with_a_warning():
    decoded = decode(RawFile("lease.txt", "Lease".encode("utf-16") + b"\x00"))
    assert decoded.text == "Lease\ufffd"
    assert decoded.warnings


def test_the_unicode_form_is_left_as_it_is():
    decomposed = "re\u0301sume\u0301"
    assert decode(RawFile("lease.txt", decomposed.encode())).text == decomposed


@pytest.mark.parametrize(
    ("head", "codec"),
    [
        ('<meta charset="windows-1250">', "cp1250"),
        ('<meta http-equiv="Content-Type" content="text/html; charset=ISO-8859-2">', "iso8859-2"),
        ('<?xml version="1.0" encoding="iso-8859-1"?>', "cp1252"),
        ('<meta charset="windows-1251">', "cp1251"),
        ('<meta charset="utf-8">', "utf-8"),
    ],
)
def test_a_page_is_read_in_the_charset_it_declares(head, codec):
    body = {"cp1251": "Договор", "cp1252": "café"}.get(codec, "smlouvě")
    encoding, raw, _ = decode_raw(RawFile("lease.txt", (head + body).encode(codec)), declared=True)
    assert raw.endswith(body)
    assert encoding == codec


@pytest.mark.parametrize("charset", ["utf-16", "punycode", "unicode_escape", "hex", "no-such-charset", "utf-7"])
def test_a_declared_charset_that_cannot_be_is_ignored(charset):
    page = f'<meta charset="{charset}">\\u0041 x'
    assert decode_raw(RawFile("lease.txt", page.encode()), declared=True)[1] == page


def test_a_page_that_declares_utf8_wrongly_is_read_by_its_letters():
    _, raw, warnings = decode_raw(
        RawFile("lease.txt", b'<meta charset="utf-8">' + FRENCH.encode("cp1252")), declared=True
    )
    assert raw.endswith(FRENCH)
    assert any("declares utf-8" in warning for warning in warnings)


def test_binary_bytes_are_refused():
    with pytest.raises(ReadError) as caught:
        decode(RawFile("lease.txt", bytes(range(256)) * 8))
    assert caught.value.kind == "binary"
    assert not looks_binary(b"A page\x0c ended by a form feed.\x1a")
    assert looks_binary(b"plain words " * 20_000 + bytes(70_000))


def test_line_ends_become_lf_and_the_map_knows_it():
    text, offsets = normalise_line_ends("\ufeffone\r\ntwo\rthree\nfour\r")
    assert text == "one\ntwo\nthree\nfour\n"
    assert offsets.to_raw(Span(4, 7)) == Span(6, 9)
    assert offsets.to_raw(Span(3, 4)) == Span(4, 6)
    assert offsets.to_canonical(Span(6, 9)) == Span(4, 7)
    assert offsets.raw_length == len("\ufeffone\r\ntwo\rthree\nfour\r")


def test_a_file_with_lf_only_costs_one_run():
    text, offsets = normalise_line_ends("one\ntwo\n" * 1000)
    assert len(list(offsets.runs())) == 1
    assert offsets.canonical_length == len(text)
