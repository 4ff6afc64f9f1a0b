"""Agreements that a question wants, beside documents of the same parties that are others."""

import pytest

from pincite.domain.hit import DocumentCard
from pincite.pipeline.store import Store
from pincite.retrieve.counterparties import is_counterparty
from pincite.retrieve.other_agreement import find_agreements, is_in_passing
from pincite.settings import load_settings
from pincite.spans import Span

TEXTS = {
    "Sponsorship": (
        "SPONSORSHIP AGREEMENT\n\nThis Agreement is made on 1 March 2012 "
        "between Orrisglass Ltd and Tern Racing Ltd.\n\n"
        "The parties made like agreements dated 4 May 2009 and 6 May 2010.\n\n"
        "1. Orrisglass pays $20,000 a season.\n\n2. Tern Racing shows the mark of Orrisglass on its cars.\n"
    ),
    "Kestrel distribution": (
        "DISTRIBUTION AGREEMENT\n\nThis Agreement is made between Kestrel Pumps Ltd and Dunlin Trading Ltd.\n\n"
        "1. Dunlin sells the pumps in Norland, under the License Agreement.\n\n"
        "2. Disputes are settled by Section 9.2 of the LLC Agreement.\n\n3. Dunlin orders once a month.\n"
    ),
    "Siskin services": (
        "SERVICES AGREEMENT\n\nThis Agreement is made on 2 June 2018 between Siskin Couriers Ltd and Wrasse plc.\n\n"
        "1. Siskin carries the parcels of Wrasse.\n\n2. Mr Gannet manages the work for Siskin.\n"
    ),
    "Siskin NDA": (
        "NON-DISCLOSURE AGREEMENT\n\nThis Agreement is made on 5 July 2019 "
        "between Plover Labs Ltd and the Recipient.\n\n"
        "1. The Recipient keeps what Plover Labs says secret for three years.\n"
    ),
    "Merganser lease": (
        "LEASE\n\nThis Lease is made on 9 April 2015 between Merganser Estates Ltd and Knot Foods Ltd.\n\n"
        "1. The rent of Knot Foods is £900 a month.\n\n2. Knot Foods may not sublet.\n"
    ),
}


@pytest.fixture(scope="module")
def router(tmp_path_factory):
    folder = tmp_path_factory.mktemp("others")
    for name, text in TEXTS.items():
        (folder / f"{name}.txt").write_text(text)
    settings = load_settings("bm25", flags=["jobs=1", "executor.kind=inline"]).settings
    Store.build([folder], folder / "store", settings=settings)
    return Store.open(folder / "store", settings=settings).router


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("What did Orrisglass pay Tern Racing under the 2009 sponsorship agreement?", "the 2009 sponsorship agreement"),
        (
            "What does Orrisglass pay under its sponsorship agreement of 6 May 2010?",
            "sponsorship agreement of 6 May 2010",
        ),
        ("Under the Orrisglass sponsorship contract dated 2015, who pays?", "contract dated 2015"),
        ("What did the 2014 amendment to the Orrisglass agreement change?", "the 2014 amendment"),
        ("What does the second amendment to the Merganser lease say on rent?", "the second amendment"),
        ("Where are disputes heard according to Section 9.2 of Kestrel Pumps' LLC Agreement?", "LLC Agreement"),
        (
            "What royalty does Dunlin Trading owe under the License Agreement with Kestrel Pumps?",
            "License Agreement with",
        ),
        (
            "How much severance does Mr Gannet get under his employment agreement with Siskin?",
            "the employment agreement",
        ),
        ("Does the lease of Siskin Couriers' depot let it sublet?", "the lease"),
        ("Plover Labs master services agreement - when are invoices due?", "the Plover Labs master services agreement"),
        ("Who holds the shares according to the Siskin loan agreement?", "the Siskin loan agreement"),
    ],
)
def test_an_agreement_of_another_year_or_kind_is_not_there(router, question, words):
    absent = router.route(question).absent
    assert words in absent
    assert "Nearest: " in absent


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("What does Orrisglass pay under the 2012 sponsorship agreement?", "Sponsorship"),
        ("What does Orrisglass pay under the sponsorship deal of March 2012?", "Sponsorship"),
        ("How does the Orrisglass endorsement agreement work?", "Sponsorship"),
        (
            "Which earlier agreements did Orrisglass make with Tern Racing before the sponsorship of 2012?",
            "Sponsorship",
        ),
        ("How often does Dunlin Trading order under the Kestrel reseller agreement?", "Kestrel distribution"),
        ("Does the License Agreement matter for the Kestrel distribution agreement?", "Kestrel distribution"),
        ("What happens to the License Agreement if Kestrel Pumps stops?", "Kestrel distribution"),
        ("Is the LLC Agreement mentioned in the Kestrel distribution agreement?", "Kestrel distribution"),
        ("What does Siskin do under its courier contract with Wrasse?", "Siskin services"),
        ("How long is the confidentiality agreement of Plover Labs?", "Siskin NDA"),
        ("What is the rent under the Merganser tenancy agreement?", "Merganser lease"),
    ],
)
def test_a_document_is_known_by_its_like_names_and_its_own_year(router, question, title):
    route = router.route(question)
    assert not route.absent
    assert [router._library.card(doc_id).path.rsplit("/", 1)[1] for doc_id in route.doc_ids] == [f"{title}.txt"]


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("What rent is due under the Merganser lease?", True),
        ("Orris loan agreement - what is the rate?", True),
        ("Does a default under the loan agreement end it?", False),
        ("What happens at the termination of the loan agreement?", False),
    ],
)
def test_an_event_of_an_agreement_does_not_ask_for_its_terms(question, wanted):
    assert [asked.wanted for asked in find_agreements(question)] == [wanted]


@pytest.mark.parametrize(
    ("question", "passing"),
    [
        ("What happens to the Wren agreement once the site is up?", True),
        ("Must the Wren agreement be terminated before Quay begins?", True),
        ("Does the Wren agreement remain in force?", True),
        ("How can Quay end the Wren agreement?", False),
        ("Can the Wren agreement be terminated early?", False),
        ("What is paid under the Wren agreement?", False),
    ],
)
def test_what_becomes_of_an_agreement_does_not_ask_for_its_terms(question, passing):
    start = question.index("Wren")
    assert is_in_passing(question, Span(start, start + len("Wren agreement"))) is passing


@pytest.fixture(scope="module")
def amended(tmp_path_factory):
    folder = tmp_path_factory.mktemp("amendments")
    lease = (
        "THIS LEASE is made between Corvane Estates Limited and Pellow Books Limited.\n\n1. The rent is £900 a month.\n"
    )
    texts = {
        "Pellow Lease": f"LEASE\n\n{lease}",
        "Pellow Lease Amendment No. 1": f"AMENDMENT NO. 1 TO LEASE\n\nThis amends the lease.\n\n{lease}",
        "Pellow Lease 2021": "SECOND AMENDMENT TO LEASE\n\nThe lease, as amended by Amendment No. 1, is changed."
        f"\n\n{lease}",
        "Garron Supply Amendment": "AMENDMENT TO SUPPLY AGREEMENT\n\nThis Amendment is made between Garron Mills "
        "Limited and Tolly Foods Limited.\n\n1. The price is £4 a sack.\n",
    }
    for name, text in texts.items():
        (folder / f"{name}.txt").write_text(text)
    settings = load_settings("bm25", flags=["jobs=1", "executor.kind=inline"]).settings
    Store.build([folder], folder / "store", settings=settings)
    return Store.open(folder / "store", settings=settings).router


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("What does the first amendment to the Pellow lease change?", "Pellow Lease Amendment No. 1"),
        ("What does amendment number 1 to the Pellow lease change?", "Pellow Lease Amendment No. 1"),
        ("What does Amendment No. 1 to the Pellow lease change?", "Pellow Lease Amendment No. 1"),
        ("What does the 2nd amendment to the Pellow lease change?", "Pellow Lease 2021"),
        ("What does amendment no. two to the Pellow lease change?", "Pellow Lease 2021"),
        ("What does the first amendment to the Garron supply agreement change?", "Garron Supply Amendment"),
    ],
)
def test_an_amendment_is_known_by_its_number_in_figures_and_in_words(amended, question, title):
    route = amended.route(question)
    assert not route.absent
    paths = [amended._library.card(doc_id).path.rsplit("/", 1)[1] for doc_id in route.doc_ids]
    assert f"{title}.txt" in paths


@pytest.mark.parametrize(
    "question",
    [
        "What does the third amendment to the Pellow lease change?",
        "What does Amendment No. 3 to the Pellow lease change?",
        "What does the second amendment to the Garron supply agreement change?",
    ],
)
def test_an_amendment_of_another_number_is_not_there(amended, question):
    assert "amendment" in amended.route(question).absent.casefold()


def test_a_list_in_the_last_annex_names_no_party():
    clauses = "".join(
        f"{n}. Orrisglass pays $20,000 a season, and Tern Racing shows its mark.\n\n" for n in range(1, 200)
    )
    card = DocumentCard("d", "orris.txt", "Sponsorship Agreement", "agreement", (), (), "", 0)
    head = TEXTS["Sponsorship"][:120]
    named = [
        is_counterparty("Gannet Metals", card, f"{head}\n\n{clauses}{end}")
        for end in ("ANNEX C: COMPETITORS\nShoveler\nGannet Metals\n", "Signed by Gannet Metals: ____\n")
    ]
    assert named == [False, True]
