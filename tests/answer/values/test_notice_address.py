import pytest

from pincite.answer.values.notice_address import choose_addresses, find_notice_addresses

LIST = """8. Notices. A notice under this Agreement is in writing and is sent to:

If to the Grower:
Fennel & Daughters Ltd.
4 Weir Lane, Otterby, OT5 8RT
Attention: Ruth Fennel

with a copy to: Marl Solicitors, 1 High Street, Otterby

If to the Mill: Bexley Mill plc, 90 Quay Road, Saltmarsh
Fax: 0555 010 020

A notice that is sent by post is taken to be received on the second day after it was posted.

9. Waiver. Nothing is waived.
"""
ONE_LINE = (
    "Notices shall be sent as follows. If to Licensor: Room 3, Dale House, 2 Ice Street, Harrow Attention: A. Jenner "
    "If to Licensee: 100 Lake Drive, Northolt Attention: P. Skye 14.2 Entire Agreement. This is the whole agreement."
)


def quoted(text, question):
    span = choose_addresses(find_notice_addresses(text), text, question=question)
    return span.slice(text) if span else None


@pytest.mark.parametrize(
    ("question", "begins", "ends"),
    [
        ("Where do notices to the grower go?", "If to the Grower", "Ruth Fennel"),
        ("Bexley's address for notices?", "If to the Mill", "0555 010 020"),
        ("What are the addresses for notices?", "If to the Grower", "0555 010 020"),
        # who sends a notice does not send it to itself
        ("Where should the grower send notices?", "If to the Mill", "0555 010 020"),
        ("Where does the mill have to serve notices under the deal?", "If to the Grower", "Ruth Fennel"),
        ("Where must the grower send notices to the mill?", "If to the Mill", "0555 010 020"),
        ("Where do notices from the mill go?", "If to the Grower", "Ruth Fennel"),
        ("Where are notices sent by the grower to be addressed?", "If to the Mill", "0555 010 020"),
        ("Where do the grower's notices go?", "If to the Mill", "0555 010 020"),
        ("Where do I send notices to the grower?", "If to the Grower", "Ruth Fennel"),
        ("Where should we send notices?", "If to the Grower", "0555 010 020"),
        ("What is the grower's notice address?", "If to the Grower", "Ruth Fennel"),
    ],
)
def test_the_address_of_the_party_asked_for_is_found(question, begins, ends):
    found = quoted(LIST, question)
    assert found.startswith(begins) and found.endswith(ends)


def test_no_address_is_told_where_the_only_one_is_the_senders_own():
    only = LIST.split("If to the Mill", maxsplit=1)[0]
    assert quoted(only, "Where should the grower send notices?") is None


def test_a_text_without_lines_is_parted_all_the_same():
    assert (
        quoted(ONE_LINE, "notice address of the licensee")
        == "If to Licensee: 100 Lake Drive, Northolt Attention: P. Skye"
    )


@pytest.mark.parametrize(
    "text",
    [
        "Notices are in writing. The Seller agrees to: (a) repair the roof; and (b) paint the door.",
        "If to the extent: nothing here is an address.",
        "",
    ],
)
def test_a_list_of_duties_is_no_address(text):
    assert find_notice_addresses(text) == []
