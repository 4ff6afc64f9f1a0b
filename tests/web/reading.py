"""What is on the screen, measured."""

import io
import re

from PIL import Image
from playwright.sync_api import expect

HOSTILE = "<img src=x onerror=alert(1)>"


def plain(text):
    """Words with one space between them."""
    return re.sub(r"\s+", " ", text).strip()


def boxes(locator):
    """The rectangles of elements on the screen."""
    return [one.bounding_box() for one in locator.all()]


def covers(box, point):
    x, y = point
    return box["x"] <= x <= box["x"] + box["width"] and box["y"] <= y <= box["y"] + box["height"]


def is_in_view(page, box):
    size = page.viewport_size
    return box["width"] > 0 and box["height"] > 0 and box["y"] >= 0 and box["y"] + box["height"] <= size["height"]


def press_until(page, key, name, *, field="", most=80):
    """Press a key until the element of this name has the focus, as a person without a mouse does.

    `field` says which element it is, where another has the name too.
    """
    for _ in range(most):
        page.keyboard.press(key)
        if name in page.evaluate(_FOCUSED) and field in ("", page.evaluate("document.activeElement.tagName")):
            return page.locator(":focus")
    raise AssertionError(f"'{name}' is not reached; the focus is on '{page.evaluate(_FOCUSED)}'")


def select_by_keyboard(page, words):
    """Look for words in the document that is open, and select them, without a mouse."""
    expect(page.get_by_label("Find in this document")).to_be_visible()
    press_until(page, "Tab", "Find in this document")
    page.keyboard.type(words)
    expect(page.locator("mark.current")).to_have_text(words)
    press_until(page, "Tab", "Select these words")
    page.keyboard.press("Enter")


# What a screen reader would call the element with the focus, roughly; of a region not all that is in it.
_FOCUSED = """() => {
    const one = document.activeElement;
    const label = one.labels?.[0]?.textContent ?? "";
    return [one.getAttribute("aria-label"), label, one.matches("a, button, summary") ? one.textContent : ""].join(" ");
}"""

# True once every page in view has its picture. It may not be async: a promise counts as true.
_LOADED = """() => [...document.querySelectorAll("figure[data-page]")]
    .filter((figure) => {
        const box = figure.getBoundingClientRect();
        return box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
    })
    .map((figure) => figure.querySelector("img"))
    .every((image) => image && image.complete && image.naturalWidth)"""
_PAINTED = "() => Promise.all([...document.images].map((image) => image.decode().catch(() => null)))"
_PLACES = "() => [...document.querySelectorAll('main *')].slice(0, 400).map((one) => one.getBoundingClientRect().y)"


def settle(page):
    """Wait until the pictures in view are painted and nothing moves: the same places in two looks at the page."""
    last, now = None, page.evaluate(_PLACES)
    while now != last:
        page.wait_for_function(_LOADED)
        page.evaluate(_PAINTED)
        page.wait_for_timeout(150)
        last, now = now, page.evaluate(_PLACES)


def settled_boxes(page, locator):
    """The rectangles of elements once nothing moves any more; there is at least one."""
    locator.first.wait_for(state="attached")
    settle(page)
    return boxes(locator)


def picture(page, box=None):
    """What is painted in a rectangle of the screen."""
    taken = page.screenshot(clip=box) if box else page.screenshot()
    return Image.open(io.BytesIO(taken)).convert("RGB")
