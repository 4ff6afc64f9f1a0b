"""Questions that name a party are answered with the clause in which that party acts, by the models that ship."""

import pytest

from pincite.pipeline.store import Store, index_files
from pincite.settings import Settings

SUPPLY = """SUPPLY AGREEMENT

This agreement is made between THORNLEA DAIRY LIMITED (the "Supplier") and VANTRY CAFES LTD (the "Customer").

1. Insurance

1.1 The Supplier shall insure against product liability for at least £3 million.

1.2 The Customer shall insure its refrigerators and the churns lent to it for at least £15,000.

2. Ending

2.1 The Supplier may end this agreement by six months' written notice.

2.2 The Customer may end this agreement by three months' written notice.

3. Records

3.1 The Supplier shall keep its hygiene records for four years.

3.2 The Customer shall keep its temperature logs for eighteen months.
"""


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    folder = tmp_path_factory.mktemp("supply")
    (folder / "supply.txt").write_text(SUPPLY)
    index_files([folder / "supply.txt"], folder / "store", settings=Settings())
    return Store.open(folder / "store")


@pytest.mark.parametrize(
    ("question", "section"),
    [
        ("how much notice must Thornlea give to end it", "2.1"),
        ("how much notice must Vantry give to end the agreement", "2.2"),
        ("what must vantry insure", "1.2"),
    ],
)
def test_the_clause_of_the_party_that_is_named_answers(store, question, section):
    answer = store.ask(question)
    assert answer.citations[0].section.endswith(section)
    assert answer.question == question
