"""A document that is just what a question calls it comes before those that only speak of it."""

import pytest

from pincite.pipeline.store import Store
from pincite.settings import load_settings

FILES = {
    "shop lease.txt": "LEASE OF 9 FELL STREET\n\nThis Lease is made on 2 May 2023 between Orrin Estates Ltd (the "
    '"Landlord") and Pia Holm (the "Tenant").\n\n1. The Tenant shall insure the window.\n\n'
    "2. The Landlord shall insure the roof.\n",
    "letter about the lease.txt": "Orrin Estates Ltd\n\n4 June 2024\n\nDear Ms Holm\n\n"
    "The lease of 9 Fell Street\n\nWe write about the lease of the shop. Please send us the policy for the window by "
    "1 July 2024.\n\nYours sincerely\n",
    "grain supply agreement.txt": "SUPPLY AGREEMENT\n\nDated 12 May 2023 between Fenn Grain Ltd (the “Supplier”) and "
    "Holm Bakers Ltd (the “Customer”).\n\n1. Price\n\n1.1 The price of the flour is £610 a tonne.\n\n"
    "1.2 The Customer shall pay within 30 days.\n",
    "grain amendment.txt": "AMENDMENT NO. 1 TO SUPPLY AGREEMENT\n\nDated 2 February 2024 between Fenn Grain Ltd (the "
    "“Supplier”) and Holm Bakers Ltd (the “Customer”).\n\n1. Changes\n\n1.1 From 1 March 2024 the price of the flour "
    "is £655 a tonne.\n\n1.2 All other terms stay as they are.\n",
}


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    folder = tmp_path_factory.mktemp("papers")
    for name, text in FILES.items():
        (folder / name).write_text(text, "utf-8")
    settings = load_settings(flags=["jobs=1", "executor.kind=inline"]).settings
    return Store.build([folder / name for name in FILES], folder / "store", settings=settings)


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("Consider the lease; what must the tenant insure?", "shop lease.txt"),
        ("Look at the lease and tell me what the tenant must insure.", "shop lease.txt"),
        ("Take our lease: what must the tenant insure?", "shop lease.txt"),
        ("Consider the letter about the lease; when must the policy be sent?", "letter about the lease.txt"),
        ("Consider the lease of 9 Fell Street; what must the tenant insure?", "shop lease.txt"),
    ],
)
def test_the_document_that_is_meant_is_asked(store, question, name):
    answer = store.ask(question)
    assert answer.found
    assert answer.citations[0].document.endswith(name)


def test_what_amends_a_document_is_asked_with_it(store):
    names = {
        store.library.card(one).path.split("/")[-1]
        for one in store.router.route("Consider the supply agreement; is it?").doc_ids
    }
    assert names == {"grain supply agreement.txt", "grain amendment.txt"}


@pytest.mark.parametrize(
    ("question", "quoted"),
    [
        ("What does clause 1.2 of the supply agreement say?", "1.2 The Customer shall pay within 30 days."),
        ("What does clause 1.2 of the amendment to the supply agreement say?", "1.2 All other terms stay as they are."),
    ],
)
def test_a_clause_is_that_of_the_agreement_unless_its_amendment_is_named(store, question, quoted):
    assert [one.quote for one in store.ask(question).citations] == [quoted]


def test_a_clause_that_the_agreement_lacks_is_said_to_be_lacking_in_it(store):
    answer = store.ask("What does clause 7.3 of the supply agreement say?")
    assert not answer.found
    assert answer.note.startswith("“SUPPLY AGREEMENT” has no clause 7.3")
