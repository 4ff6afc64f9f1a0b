from collections.abc import Iterator
from pathlib import Path

import pytest

from pincite.pipeline.build import build_store
from pincite.pipeline.store import Store
from pincite.settings import Settings

LEASE = """LEASE OF THE BOATHOUSE

Landlord: Orris Estates Limited. Tenant: Wren Rowing Club.

1. The Tenant shall pay the rent of £1,200 a month.
2. Either party may end this lease by three months' notice.
{more}3. The Tenant shall insure its boats and shall show the Landlord its policy.
4. A mortgage of this lease needs consent.
"""
GYM = """TERMS OF MEMBERSHIP

Fenner Gym. These terms apply to every member.

1. You may cancel by one month's notice.
{more}2. An excess of £50 applies to lost keys. We employ the trainers; partners of members may use the pool.
"""
POLICY = """HOME POLICY BOOKLET

Quillan Insurance plc. This insurance covers the buildings of your house.

1. The excess is £250 for each claim.
"""


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    folder = tmp_path_factory.mktemp("papers")
    paths: list[Path] = []
    # What a document says further on does not tell of what kind it is.
    more = "Whoever uses the place keeps it clean and tidy and leaves it as it was found.\n" * 30
    for name, text in (("lease", LEASE.format(more=more)), ("gym", GYM.format(more=more)), ("policy", POLICY)):
        paths.append(folder / f"{name}.txt")
        paths[-1].write_text(text, encoding="utf-8")
    build_store(paths, folder / "store", Settings())
    with Store.open(folder / "store") as store:
        yield store


@pytest.mark.parametrize(
    ("question", "called"),
    [
        ("Under my employment contract, how much notice must I give?", "employment contract"),
        ("What's the excess on our travel insurance?", "travel insurance"),
        ("Does our professional indemnity policy cover bad advice?", "professional indemnity policy"),
        ("does the staff handbook say anything about notice?", "staff handbook"),
        ("How can I get out of our partnership deed?", "partnership deed"),
        ("Mortgage offer: how long have we got to accept?", "Mortgage offer"),
        ("Does my mortgage let me rent out the boathouse?", "mortgage"),
        ("What rent does the tennis club pay under its lease?", "the tennis club’s lease"),
    ],
)
def test_a_document_of_a_kind_that_is_not_there_is_absent(store: Store, question: str, called: str) -> None:
    assert (
        f"No document about {'' if called.startswith('the ') else 'the '}{called} is"
        in store.router.route(question).absent
    )


@pytest.mark.parametrize(
    "question",
    [
        "Under the lease, how much notice must the tenant give?",
        "Under our tenancy agreement, who insures the boats?",
        "What is the excess on our buildings insurance?",
        "Does our house insurance cover the roof?",
        # What a document says of another is asked of that document.
        "Do I need consent for a mortgage of the lease?",
        "Must I show the landlord my travel insurance?",
        "Can a member's partner use the pool?",
        "Who pays for the travel insurance of the trainers?",
        "What rent does the rowing club pay under its lease?",
    ],
)
def test_what_is_there_or_is_spoken_of_is_not_absent(store: Store, question: str) -> None:
    assert not store.router.route(question).absent


@pytest.mark.parametrize(
    ("text", "question"),
    [
        (
            "TERMS FOR EMPLOYEES OF QUILL FOODS\n\nThese terms apply to all employees.",
            "Under my employment contract, what is the notice?",
        ),
        ("TENANTS HANDBOOK\n\nFor tenants of Orris Homes.", "How can I end my tenancy?"),
        (
            "OFFER LETTER\n\nWe offer you the position of bookkeeper.",
            "Under my employment contract, how many days off have I?",
        ),
        ("DENTAL PLAN\n\nThe plan pays for two visits.", "What is the limit on my dental cover?"),
        ("PROMISSORY NOTE\n\nWren promises to pay Gull £500.", "What is the rate on our loan agreement?"),
        (
            "NÁJEMNÍ SMLOUVA\n\nPronajímatel přenechává nájemci byt v domě číslo 4 v ulici Na Kopci k užívání.",
            "What is the rent under the lease?",
        ),
    ],
)
def test_a_document_by_another_name_is_believed(tmp_path: Path, text: str, question: str) -> None:
    (tmp_path / "paper.txt").write_text(f"{text}\n\n1. Payment is due each month.\n", encoding="utf-8")
    build_store([tmp_path / "paper.txt"], tmp_path / "store", Settings())
    with Store.open(tmp_path / "store") as store:
        assert not store.router.route(question).absent
