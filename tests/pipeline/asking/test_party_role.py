"""Who has a role in a document, who somebody is, and values that are set elsewhere."""

import pytest

from pincite.pipeline.store import Store
from pincite.settings import load_settings

TEXTS = {
    "Orris merger": (
        "MERGER AGREEMENT\n\nThis Agreement is made on 1 June 2020 between Orrisglass Holdings Ltd (the “Buyer”) and "
        "Tern Optics Ltd (the “Seller”).\n\n1. The Buyer lodges the shares with Ruddockstone or another agent.\n\n"
        "2. The first chair of the board will be Zephyrine Ruddle.\n"
    ),
    "cones": (
        "FRANCHISE AGREEMENT\n\nThis Agreement is made on 2 July 2021 "
        "between Melliflo Cones Ltd (“Melliflo”) and You (the “Franchisee”).\n\n"
        "1. Melliflo Cones Ltd grants the Franchisee the right to sell ice cream.\n\n2. It lasts for five years.\n"
    ),
    "hire": "TERMS OF HIRE\n\n1. Drums go back on Monday.\n\n2. The hirer pays for what breaks.\n",
}


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    folder = tmp_path_factory.mktemp("roles")
    for name, text in TEXTS.items():
        (folder / f"{name}.txt").write_text(text)
    settings = load_settings("bm25", flags=["jobs=1", "executor.kind=inline"]).settings
    Store.build([folder], folder / "store", settings=settings)
    return Store.open(folder / "store", settings=settings)


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("who is the buyer in the Orrisglass merger?", "Orrisglass Holdings Ltd (the “Buyer”)"),
        ("Who's the seller under the Orrisglass merger agreement?", "Tern Optics Ltd (the “Seller”)"),
        ("Who is the franchisor in the ice cream franchise?", "Melliflo Cones Ltd (“Melliflo”) and You"),
        ("Who is Zephyrine Ruddle?", "The first chair of the board will be Zephyrine Ruddle."),
        ("What part does Ruddockstone play in the merger?", "lodges the shares with Ruddockstone"),
    ],
)
def test_who_somebody_is_and_who_has_a_role_is_quoted(store, question, words):
    answer = store.ask(question)
    assert answer.found
    assert words in answer.citations[0].quote


def test_who_nobody_speaks_of_is_not_found(store):
    assert not store.ask("Who is Halcyon Brandreth?").found
