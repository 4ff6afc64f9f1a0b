"""Which document a question names, and what is left to ask of it."""

import numpy as np
import pytest

from pincite.domain.chunk import Layer
from pincite.pipeline.store import Store
from pincite.retrieve.absent import Register
from pincite.retrieve.route import Router
from pincite.settings import load_settings

TEXTS = {
    "Velcrest-NDA-2019": (
        "NON-DISCLOSURE AGREEMENT\n\nThis Agreement is made between Velcrest Optics Ltd and the Recipient.\n\n"
        "1. Confidential Information told by word of mouth is protected if confirmed in writing.\n\n"
        "2. The Recipient may keep one copy for its records, for as long as the law asks.\n"
    ),
    "harbour facility": (
        "FACILITY AGREEMENT\n\nThis Agreement is made between Norland Bank plc and Anselm Marine Limited.\n\n"
        "1. The Borrower pays interest at the rate of four per cent a year on the loan.\n\n"
        "2. The Borrower repays the loan in ten parts, and keeps the ship insured.\n"
    ),
    "Keep": (
        "Privacy policy\n\nWe are the makers of the Keep training app.\n\n"
        "We keep your weight and your pulse for two years.\n\nWe never sell personal data to anyone.\n"
    ),
    "brightwater-2": (
        "CONFIDENTIALITY AGREEMENT\n\nThis Agreement is made between Brightwater Foods Ltd and Osprey Packers Ltd.\n\n"
        "1. Confidential Information is kept secret for five years.\n\n2. Each party may keep a copy.\n"
    ),
    "supply": (
        "SUPPLY AGREEMENT\n\nThis Agreement is made between Brightwater Foods Ltd and Tern Logistics Ltd.\n\n"
        "1. The Supplier delivers once a week.\n\n2. Interest of two per cent is due on sums paid late.\n"
    ),
    "GoQuill-hosting": (
        "HOSTING AGREEMENT\n\nThis Agreement is made between Go-Quill Corp and Wick Media Ltd (the Owner).\n\n"
        "1. Go-Quill Corp hosts the site of the Owner.\n\n2. The Owner pays Go-Quill Corp each month.\n"
    ),
    "Transport Court Guide 2025": (
        "THE TRANSPORT COURT GUIDE\n\n1. Parties lodge skeletons by noon on the day before.\n\n2. Bundles are in PDF.\n"
    ),
    "moorings": (
        "RULES FOR MOORINGS\n\nA Guide made for the Transport Court.\n\n1. Boats enter by the east gate only.\n\n"
        "2. An owner of a boat shows a light. The Transport Court hears appeals.\n"
    ),
    "slipway": (
        "RULES FOR THE SLIPWAY\n\nA Guide made for the Transport Court.\n\n"
        "1. No trailer may stand there at low water.\n\n"
        "2. The owner of a trailer parks it in the yard. The Transport Court hears appeals.\n"
    ),
    "KB-guide": "THE KING’S BENCH GUIDE\n\n1. Masters sit in private.\n\n2. Skeletons are lodged the day before.\n",
    "Part 91 Bees": "PART 91 - BEE DISPUTES\n\n91.1 This Part applies to bees.\n\n91.2 A complaint names the hive.\n",
    "PD 91A": "PRACTICE DIRECTION 91 A - BEE DISPUTES\n\n1.1 A complaint is signed.\n\n1.2 It is made in ink.\n",
    "owner-day---standard": "TERMS OF LOAN\n\n1. All specimens go back within a day.\n\n2. All notes are burnt.\n",
    "bylaws": "BY-LAWS\n\nAdopted by the members.\n\n1. Members meet once a year.\n\n2. Members keep the path clear.\n",
}


def router_of(texts, folder):
    for name, text in texts.items():
        (folder / f"{name}.txt").write_text(text)
    settings = load_settings("bm25", flags=["jobs=1", "executor.kind=inline"]).settings
    Store.build([folder], folder / "store", settings=settings)
    return Store.open(folder / "store", settings=settings).router


@pytest.fixture(scope="module")
def router(tmp_path_factory):
    return router_of(TEXTS, tmp_path_factory.mktemp("route"))


def named(router, query):
    found = router.route(query)
    cards = {card.id: card for card in router._library.cards}
    return sorted(cards[id].path.rsplit("/", 1)[1].removesuffix(".txt") for id in found.doc_ids), found.question


@pytest.mark.parametrize(
    ("query", "name", "question"),
    [
        ("Consider the NDA of Velcrest; is speech covered?", "Velcrest-NDA-2019", "is speech covered?"),
        ("velcrest nda oral statements protected?", "Velcrest-NDA-2019", "oral statements protected?"),
        ("Does Velcrest's NDA cover what is spoken?", "Velcrest-NDA-2019", "Does it cover what is spoken?"),
        ("Supply agreement: who delivers?", "supply", "who delivers?"),
        (
            "what rate of interest is due under the norland bank / anselm (NBP) facility agreement?",
            "harbour facility",
            "what rate of interest is due?",
        ),
        ("Does the GoQuill web hosting agreement end at night?", "GoQuill-hosting", "Does it end at night?"),
        (
            "What rate of interest does Anselm Marine Limited pay under its Facility Agreement?",
            "harbour facility",
            "What rate of interest does it pay?",
        ),
        (
            "If I signed the Velcrest non-disclosure agreement, is speech covered?",
            "Velcrest-NDA-2019",
            "If I signed it, is speech covered?",
        ),
        (
            "Does the agreement with Velcrest Optics, Ltd. cover what is spoken?",
            "Velcrest-NDA-2019",
            "Does the agreement cover what is spoken?",
        ),
        ("What records must Velcrest Lens Works keep?", "Velcrest-NDA-2019", "What records must it keep?"),
        (
            "Do we have to give the Owner Day samples back?",
            "owner-day---standard",
            "Do we have to give it samples back?",
        ),
        ("Can data be sold to others under Keep's privacy policy?", "Keep", "Can data be sold to others?"),
        (
            "How often does the supplier deliver in the agreement with Tern Logistics?",
            "supply",
            "How often does the supplier deliver in the agreement?",
        ),
    ],
)
def test_a_name_is_found_wherever_it_stands_and_the_question_is_kept(router, query, name, question):
    assert named(router, query) == ([name], question)


@pytest.mark.parametrize(
    "query",
    [
        "How long may a copy be kept?",
        "What interest is due?",
        "who must keep the path clear",
        "Is Confidential Information protected?",
        "Where must the trailers go?",
        "In the event of late payment, what is due?",
        "What does the agreement with Zyzzyva say about rent?",
        "?",
    ],
)
def test_ordinary_words_name_no_document(router, query):
    assert named(router, query) == ([], query)


def test_a_word_written_small_names_no_document_that_writes_it_small_elsewhere(tmp_path):
    rules = "".join(f"{n}. The finder of rope number {n} coils it.\n\n" for n in range(2, 300))
    texts = {
        "salvage": f"SALVAGE TERMS\n\nLost Cargo\n\n1. The finder keeps a tenth.\n\n{rules}300. A lost anchor stays.\n",
        "towing": "TOWING TERMS\n\nThe Larkfin Boats\n\n1. The tug tows by day.\n\n2. The Larkfin tows by night.\n",
        "parcels": "PARCEL TERMS\n\n1. The carrier pays ten pounds for each parcel.\n\n2. Parcels are weighed.\n",
    }
    router = router_of(texts, tmp_path)
    assert named(router, "What is paid for something that gets lost?")[0] == []
    assert named(router, "what happens at night with larkfin?")[0] == ["towing"]


def test_an_ordinary_word_of_a_name_neither_leads_to_it_nor_goes_out_of_the_question(tmp_path):
    texts = {
        "nda": "MUTUAL NDA\n\nThis NDA is made between Solvane Medical Ltd and Pelling Ltd.\n\n1. Secrets are kept.\n",
        "berths": "BERTH TERMS\n\n1. A berth is let by the year.\n\n2. The harbour pays for medical insurance.\n",
        "oars": "OAR MEMBERSHIP\n\n1. A membership lasts a year.\n\n2. It may be paused.\n",
    }
    router = router_of(texts, tmp_path)
    assert "nda" not in named(router, "is my sister covered by the medical insurance?")[0]
    assert named(router, "what secrets does Solvane Medical keep?")[0] == ["nda"]
    assert named(router, "can I pause my membership?") == (["oars"], "can I pause my membership?")


def test_a_role_that_one_document_knows_stays_in_the_question(router):
    assert named(router, "which records may the recipient keep") == (
        ["Velcrest-NDA-2019"],
        "which records may the recipient keep",
    )


@pytest.mark.parametrize(
    "query",
    [
        "Transport Court Guide: when are skeletons due?",
        "In the Transport Court, when are skeletons due?",
        "When are skeletons due in the Transport Court?",
    ],
)
def test_a_court_and_its_guide_are_named_without_an_article(router, query):
    assert named(router, query)[0] == ["Transport Court Guide 2025"]


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("What does the King's Bench Division Guide say about skeletons?", ["KB-guide"]),
        ("When are skeletons due in the King's Bench Division?", ["KB-guide"]),
        ("When are skeletons due in the KBD, by the KB Guide?", ["KB-guide"]),
        ("What does CPR Part 91 say about complaints?", ["Part 91 Bees"]),
        ("What must a complaint under rule 91.2 name?", ["Part 91 Bees"]),
        ("How do Part 91 and PD 91A treat complaints in the King's Bench Division?", ["PD 91A", "Part 91 Bees"]),
        ("What does Part 91 of our supply agreement say?", ["Part 91 Bees", "supply"]),
        ("Under the bee disputes practice direction, in what is it made?", ["PD 91A"]),
        ("bee disputes practice direction ink", ["PD 91A"]),
        ("Bee disputes PD: in what is it made?", ["PD 91A"]),
        ("What does the PD on bee disputes ask for?", ["PD 91A"]),
    ],
)
def test_rules_are_named_by_number_and_guides_by_their_court_in_any_form(router, query, names):
    assert named(router, query)[0] == names


@pytest.mark.parametrize(
    ("query", "question"),
    [
        ("When are skeletons due in the King's Bench Division?", "When are skeletons due?"),
        ("According to the King's Bench Guide, when are skeletons due?", "when are skeletons due?"),
        (
            "What does the King's Bench Guide say of skeletons lodged late?",
            "What does it say of skeletons lodged late?",
        ),
        ("In the Transport Court, when are skeletons due?", "when are skeletons due?"),
        ("Bee disputes PD: in what colour of ink is it made?", "Bee disputes PD: in what colour of ink is it made?"),
        ("Who sits in the King's Bench Division?", "Who sits in the King's Bench Division?"),
    ],
)
def test_a_guide_is_asked_without_the_name_of_its_court(router, query, question):
    assert named(router, query)[1] == question


def test_a_thing_called_by_a_part_is_asked_of_the_guide_that_is_named(router):
    asked = "In the King's Bench Guide, when are skeletons for a Part 91 application lodged?"
    assert named(router, asked)[0] == ["KB-guide"]
    assert named(router, "When is a Part 91 application made?")[0] == ["Part 91 Bees"]


def test_somebody_whom_one_document_alone_speaks_of_leads_to_it(tmp_path):
    texts = {
        "works": "WORKS AGREEMENT\n\n1. The Owner pays.\n\n2. The manager is Ada Grullane.\n",
        "supply": "SUPPLY AGREEMENT\n\n1. The Buyer pays.\n\n2. Title passes on the Delivery Date to Ada Brune.\n",
    }
    router = router_of(texts, tmp_path)
    assert named(router, "Is Ada Grullane full time?") == (["works"], "Is Ada Grullane full time?")
    assert router.route("Is Ada Grullane full time?").loose


def test_a_part_of_other_rules_is_not_the_part_of_that_number(router):
    assert "names it" not in router.route("Family Procedure Rules Part 91 on complaints").why


def test_a_court_that_has_no_guide_names_no_document(router):
    assert named(router, "What interest is due in the High Court?")[0] == []


def test_a_name_in_small_letters_still_names(router):
    assert named(router, "go-quill hosting fee?")[0] == ["GoQuill-hosting"]


def test_a_party_to_two_documents_leaves_both(router):
    assert named(router, "When must Brightwater Foods deliver?")[0] == ["brightwater-2", "supply"]


def test_one_more_name_tells_the_documents_of_a_party_apart(router):
    assert named(router, "Must Brightwater Foods keep secrets of Osprey Packers?")[0] == ["brightwater-2"]


def test_a_question_that_is_nothing_but_a_name_stays_whole(router):
    assert named(router, "Tern Logistics?") == (["supply"], "Tern Logistics?")


@pytest.mark.parametrize("words", ["of the ", "Act of ", "A. ", "in the Lease of ", "Velcrest's own own ", "(", "“A "])
def test_a_query_of_any_length_is_read(router, words):
    assert isinstance(router.route(words * (4000 // len(words))).question, str)


def test_the_only_act_of_a_store_is_the_act(tmp_path):
    act = "HARBOUR ACT 2017\n\nAn Act about harbours.\n\n1 A member serves for five years.\n\n2 Boats pay dues.\n"
    guide = "A Guide made for the Transport Court.\n\n1. The Act says who serves.\n\n2. The Act says who pays.\n"
    texts = {
        name: f"{title}\n\n{guide}" for name, title in (("a", "OF HARBOURS"), ("b", "OF QUAYS"), ("c", "OF BOATS"))
    }
    router = router_of({"statute": act, **texts}, tmp_path)
    assert named(router, "How long does a member serve under the Act?")[0] == ["statute"]


def test_a_word_with_the_capital_of_its_sentence_names_no_document(tmp_path):
    """“Long hair is tied back” does not make “how long” the name of its document."""
    texts = {
        "swimmers": "THE OTTERS\n\nLong hair is tied back.\n\n- Running is forbidden.\n\nOur Warden keeps the hall.\n",
        "hearings": "HEARINGS\n\n1. A reply is sent within 28 days of service.\n\n2. An appeal is made in 21 days.\n",
    }
    router = router_of(texts, tmp_path)
    assert named(router, "how long does one have to send a reply")[0] == []
    assert named(router, "is running late a reason to adjourn")[0] == []
    assert named(router, "does the warden sleep there")[0] == ["swimmers"]


class Watched:
    """A back end that remembers which words it was asked for in all documents."""

    def __init__(self, backend):
        self._backend = backend
        self.asked = set()

    def __getattr__(self, name):
        return getattr(self._backend, name)

    def mentions(self, names, *, layer=Layer.CHUNK, documents=None):
        if documents is None:
            self.asked |= {name.casefold() for name in names if len(names) == 1}
        return self._backend.mentions(names, layer=layer, documents=documents)


@pytest.fixture(scope="module")
def mills(tmp_path_factory):
    """Many contracts of companies that are all called Mills, and two of Gull Mills."""
    owners = [f"{first}{last}" for first in ("Al", "Bar", "Cor", "Dun", "El") for last in ("by", "dale", "ford", "ham")]
    contract = "{0} AGREEMENT\n\nThis Agreement is made between {1} Mills Ltd and Wren Ltd.\n\n1. {1} Mills grinds.\n"
    texts = {f"{owner}-mills-{at}": contract.format("HOSTING", owner) for at in range(2) for owner in owners}
    texts |= {f"gull-mills-{at}": contract.format("SUPPLY", "Gull") + f"\n{at + 2}. Bran.\n" for at in range(2)}
    return router_of(texts, tmp_path_factory.mktemp("mills"))


@pytest.mark.parametrize(
    ("query", "documents"),
    [
        ("When does the hosting agreement between Tern Mills Ltd and Wren Ltd end?", []),
        ("Who grinds under the Gull Mills supply agreement?", ["gull-mills-0", "gull-mills-1"]),
        ("What does the Zephyr Mills lease say?", []),
        ("gull mills agreement bran", ["gull-mills-0", "gull-mills-1"]),
    ],
)
def test_words_that_very_many_documents_bear_are_not_looked_up_in_all(mills, query, documents):
    watched = Watched(mills._backend)
    fresh = Router(mills._library, watched)
    assert named(fresh, query)[0] == documents
    assert fresh.route(query) == mills.route(query)
    assert not watched.asked & {"mills", "hosting", "agreement"}


@pytest.mark.parametrize("seed", range(8))
def test_the_documents_with_most_names_are_the_same_however_few_are_looked_at(mills, seed):
    register = Register(mills._library, mills._backend)
    ids = mills._library.names.doc_ids
    draw = np.random.default_rng(seed)
    names = ["gull", "mills", "albyx", "wren", "zephyr", "hosting", "supply"][: 1 + draw.integers(7)]
    masks = {name: draw.random(len(ids)) < draw.choice([0, 0.05, 0.5, 0.9]) for name in names}

    def find(name, among):
        return masks[name] if among is None else masks[name] & np.isin(ids, list(among))

    counts = np.sum(list(masks.values()), axis=0)
    most = (counts == counts.max()) & (2 * counts.max() > len(names))
    assert register._with_most(names, find).tolist() == most.tolist()
