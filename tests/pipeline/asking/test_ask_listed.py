"""All sums, deposits or deadlines of one document are listed, each clause with a citation."""

import pytest

from pincite.pipeline.store import Store
from pincite.settings import load_settings

FILES = {
    "stall licence.txt": "MARKET STALL LICENCE\n\nThis Licence is made on 2 May 2023 between Fell Market Ltd (the "
    '"Owner") and Pia Holm (the "Trader").\n\n1. Money\n\n1.1 "Deposit" means £300.\n\n'
    "1.2 The Trader shall pay a licence fee of £45 a week.\n\n"
    "1.3 The Trader shall pay the Deposit within seven days of this Licence.\n\n"
    "2. Use\n\n2.1 The Trader shall keep the stall clean.\n\n"
    "2.2 The Trader shall tell the Owner of any damage at least two working days before the next market.\n\n"
    "2.3 Trading begins at dawn.\n",
    "letter about the licence.txt": "Fell Market Ltd\n\n4 June 2024\n\nDear Ms Holm\n\nThe market stall licence\n\n"
    "Your deposit of £300 has reached us. Please pay £20 for the key by 1 July 2024.\n\nYours sincerely\n",
    "cleaning contract.txt": "CLEANING CONTRACT\n\nDated 12 May 2023 between Brush Ltd (the “Cleaner”) and Holm Bakers "
    "Ltd (the “Client”).\n\n1. The Client shall pay £90 a month.\n\n2. The Cleaner shall bring its own tools.\n",
}


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    folder = tmp_path_factory.mktemp("papers")
    for name, text in FILES.items():
        (folder / name).write_text(text, "utf-8")
    settings = load_settings(flags=["jobs=1", "executor.kind=inline"]).settings
    return Store.build([folder / name for name in FILES], folder / "store", settings=settings)


@pytest.mark.parametrize(
    ("question", "clauses"),
    [
        ("List all the deposits in the market stall licence.", ["1.1", "1.3"]),
        ("What payments are there under the market stall licence?", ["1.1", "1.2", "1.3"]),
        ("List every fee in the market stall licence", ["1.2"]),
        ("List all the deadlines in the market stall licence.", ["1.3", "2.2"]),
        ("List all sums in the cleaning contract.", ["1."]),
    ],
)
def test_each_clause_that_states_one_is_cited(store, question, clauses):
    answer = store.ask(question)
    assert [one.quote.split()[0] for one in answer.citations] == clauses
    assert len({one.document for one in answer.citations}) == 1


@pytest.mark.parametrize(
    "question",
    ["List all the royalties in the cleaning contract.", "What is the licence fee under the market stall licence?"],
)
def test_nothing_is_listed_where_there_is_none_or_one_thing_is_asked_for(store, question):
    assert len(store.ask(question).citations) <= 1
