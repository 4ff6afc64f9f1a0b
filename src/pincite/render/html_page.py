"""A self-contained page that opens offline: it can use its own styles, script and pictures only."""

from __future__ import annotations

import base64
import hashlib
from html import escape

from pincite.legal.disguise import show_turns


def html_page(title: str, body: str, *, style: str, script: str = "") -> str:
    """The whole page; `title` is plain words, `body` is HTML in which all that comes from outside is escaped.

    The content security policy names the style and the script by their digests, so that nothing which slips into the
    body could add another. For the same reason no element can have a `style` attribute. What would turn the direction
    of words is shown as a sign.
    """
    policy = {
        "default-src": "'none'",
        "style-src": _digest(style),
        "script-src": _digest(script) if script else "'none'",
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    allowed = "; ".join(f"{name} {value}" for name, value in policy.items())
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{allowed}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="referrer" content="no-referrer">'
        f"<title>{escape(show_turns(title))}</title><style>{style}</style></head>\n"
        f"<body>{show_turns(body)}{f'<script>{script}</script>' if script else ''}</body></html>\n"
    )


def _digest(source: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(source.encode('utf-8')).digest()).decode('ascii')}'"
