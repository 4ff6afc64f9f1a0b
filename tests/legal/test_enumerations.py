from pincite.legal.enumerations import read_items
from pincite.spans import Span

RULE = """(1) A keeper may -

(a) open a hive;

(i) by day; or

(ii) with leave, by night; or

(aa) in a storm;

(b) close it.

(1A) Paragraph (1) does not apply to wasps.

(2) The keeper must -(a) wear gloves; and(b) carry smoke, as paragraphs (1), (3) require.

(3) Bees are not counted."""


def test_items_nest_and_end_where_the_next_begins():
    items = {item.rungs: item.span.slice(RULE).strip() for item in read_items(RULE, Span(0, len(RULE)))}
    assert list(items) == [
        ("1",),
        ("1", "a"),
        ("1", "a", "i"),
        ("1", "a", "ii"),
        ("1", "a", "ii", "aa"),
        ("1", "b"),
        ("1A",),
        ("2",),
        ("2", "a"),
        ("2", "b"),
        ("3",),
    ]
    assert items["1", "b"] == "(b) close it."
    assert items["2", "b"].endswith("(3) require.")
