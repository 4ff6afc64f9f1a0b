"""The words of a page with their boxes."""

import pincite
from pincite.render.wire.page_words import page_words


def test_every_word_of_a_page_has_its_place_and_its_box(examples, inline):
    doc = pincite.read(examples / "lease.pdf").doc
    page = doc.pages[1]
    words = page_words(doc, page)
    assert " ".join(word.text for word in words) == " ".join(doc.slice(page.span).split())
    for word in words:
        assert doc.text[word.span[0] : word.span[1]] == word.text
        assert 0 <= word.x0 < word.x1 <= page.width and 0 <= word.y0 < word.y1 <= page.height
