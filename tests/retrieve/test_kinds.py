from pincite.domain.hit import DocumentCard
from pincite.legal.document_names import DocumentNames
from pincite.retrieve.kinds import choose_documents


def card(path, title, kind="contract"):
    return DocumentCard(path, path, title, kind, (), (), "", 100)


CARDS = [
    card("a.txt", "ENDORSEMENT AGREEMENT"),
    card("b.txt", "Web Site Hosting Agreement"),
    card("c.txt", "Development and Hosting Agreement"),
    card("d Distributor Agreement.txt", None),
    card("Hosting Services NDA.txt", "MUTUAL NON-DISCLOSURE AGREEMENT", "nda"),
    card("e.txt", "LEASE OF THE MILL", "lease"),
    card("Part 7.txt", "PART 7 - CLAIMS", "court-rules"),
    card("guide.pdf", "The River Court Guide", "court-guide"),
]


class Catalogue:
    cards = CARDS
    names = DocumentNames.of(CARDS)


def chosen(*nouns, **options):
    return [card.id for card in choose_documents(Catalogue, nouns, **options)]


def test_contracts_are_not_rules():
    assert len(chosen("contracts")) == 6
    assert chosen("guides") == ["guide.pdf"]
    assert chosen("parts") == ["Part 7.txt"]


def test_a_kind_is_found_by_any_form_of_its_word():
    assert chosen("contracts", modifiers=[["distribution"]]) == ["d Distributor Agreement.txt"]
    assert chosen("ndas") == ["Hosting Services NDA.txt"]


def test_the_title_counts_before_the_file_name():
    assert set(chosen("agreements", modifiers=[["hosting"]])) == {"b.txt", "c.txt"}
    assert chosen("agreements", modifiers=[["web", "hosting"]], count=1) == ["b.txt"]


def test_some_may_be_left_aside():
    assert "e.txt" not in chosen("contracts", besides="lease")
    assert chosen("contracts", besides="lease agreement") == chosen("contracts", besides="lease")
    assert chosen("contracts", modifiers=[["franchise"]]) == []


def test_a_document_of_a_kind_is_what_people_call_the_kind():
    cards = [card("a.txt", "Visitor Form", "nda"), card("b.txt", "AGREEMENT AND PLAN", "merger-agreement"), *CARDS[:2]]

    class Own:
        names = DocumentNames.of(cards)

    Own.cards = cards
    for called in ("confidentiality", "non-disclosure", "secrecy"):
        assert [one.id for one in choose_documents(Own, ["agreements"], modifiers=[[called]])] == ["a.txt"]
    assert [one.id for one in choose_documents(Own, ["deals"], modifiers=[["takeover"]])] == ["b.txt"]
    assert choose_documents(Own, ["agreements"], modifiers=[["tenancy"]]) == []
