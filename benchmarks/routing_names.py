"""How long it takes to find the documents that a question names, among many documents with invented names.

    python benchmarks/routing_names.py --store names.store [--documents 50000]
    python benchmarks/routing_names.py --store postgres://db.example/law/names --made

The store is a folder, or the address of one in PostgreSQL or LanceDB. It is made through the same writer that
`pincite index` uses, unless `--made` says that it is there; no model is run. Every question is asked twice: the first
round reads what the second finds in memory. Time on the clock depends on what else the machine does, so the processor's
is told as well.
"""

from __future__ import annotations

import argparse
import gc
import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from pincite.domain.chunk import Layer
from pincite.domain.document import Document, Format, Source, document_id
from pincite.domain.hit import DocumentCard
from pincite.domain.indexed import IndexedDocument
from pincite.domain.profile import DocumentKind, Profile
from pincite.domain.reading import Reading
from pincite.domain.section import Outline, Section, SectionKind
from pincite.domain.store_state import FileRef, StoreState
from pincite.pipeline.identity import index_identity
from pincite.pipeline.store import Store
from pincite.pipeline.wire import locate_store, make, plugin_maker, store_engine
from pincite.retrieve.kinds import choose_documents
from pincite.settings import Settings, load_settings
from pincite.spans import Span

BEGINNINGS = "Al Bar Cor Dun El Fen Gar Hol Ist Jor Kel Lin Mor Nor Ors Pel Quin Ros Sel Tor Ul Ver Wex Yar Zel".split()  # noqa: SIM905
MIDDLES = "a an ba con do er fi gra hu is jo ka li mo na or pe ru sa ti un va wi xe yo".split()  # noqa: SIM905
ENDS = "berg by dale field ford gate ham holt lane mere more ness port stead ton wick worth".split()  # noqa: SIM905
TRADES = "Bakers Bank Bridges Clinics Dairies Energy Foods Freight Glass Holdings Insurance Labs Mills Motors".split()  # noqa: SIM905
FORMS = ("Ltd", "Inc.", "plc", "LLC", "Limited")
KINDS = {
    "Supply Agreement": "contract",
    "Services Agreement": "contract",
    "Distribution Agreement": "contract",
    "Non-Disclosure Agreement": "nda",
    "Lease": "lease",
    "Licence": "licence",
    "Hosting Agreement": "contract",
    "Privacy Policy": "privacy-policy",
}
CLAUSES = (
    "The Supplier delivers the goods within {n} days of the order and gives notice of any delay.",
    "Each party keeps the Confidential Information of the other secret for {n} years after termination.",
    "The Customer pays each invoice within {n} days; interest of {n} per cent is due on sums paid late.",
    "Either party may terminate this Agreement by {n} days' notice in writing to the other party.",
    "The liability of {name} is limited to the fees paid in the {n} months before the claim.",
    "This Agreement is governed by the law of the place where {name} has its seat.",
)
ROWS = 20_000
BAR_MS = 50
# Names nothing that is there, and so looks everywhere.
FIRST = "What does the agreement between Callisto Visors Ltd and the HARBOUR bank say about notice?"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--store", required=True)
    parser.add_argument("--documents", type=int, default=50_000)
    parser.add_argument("--made", action="store_true", help="the store is there")
    options = parser.parse_args()
    settings = load_settings("bm25", flags=["jobs=1"], environment={}).settings
    if not options.made:
        taken = timed(lambda: write_store(options.store, options.documents, settings))
        print(f"made a store of {options.documents:,} documents in {taken.clock / 1000:.0f} s")
    began = time.perf_counter()
    store = Store.open(options.store, settings=settings)
    # The garbage collector walks through all that is new once; better here than in the midst of a question.
    gc.collect()
    opened = time.perf_counter() - began
    names = timed(lambda: store.library.names)
    cards = store.documents
    print(f"{len(cards):,} documents; opened in {opened:.1f} s")
    print(f"names read in {names.clock:.0f} ms (processor {names.processor:.0f})")
    report("first question", [(timed(partial(store.router.route, FIRST)), FIRST)])
    asked = list(questions(cards))
    for heading in ("asked first", "asked again"):
        report(f"route, {heading}", [(timed(partial(store.router.route, text)), text) for text in asked])
    choose = partial(choose_documents, store.library, ["agreements"], modifiers=[["hosting"]])
    report("documents of a kind", [(timed(choose), "hosting agreements") for _ in range(5)])
    right = sum(cards[at].id in store.router.route(text).doc_ids for at, text in named(cards))
    print(f"{right} of {len(list(named(cards)))} questions that name a document reach it")


class Taken(NamedTuple):
    """Milliseconds on the clock, and of the processor."""

    clock: float
    processor: float


def timed(work: Callable[[], object]) -> Taken:
    began, used = time.perf_counter(), time.thread_time()
    work()
    return Taken(1000 * (time.perf_counter() - began), 1000 * (time.thread_time() - used))


def report(heading: str, took: list[tuple[Taken, str]]) -> None:
    _, text = max(took)
    print(f"{heading}: {spread([taken.clock for taken, _ in took])} ({text!r}), bar {BAR_MS} ms")
    print(f"    processor: {spread([taken.processor for taken, _ in took])}")


def spread(times: list[float]) -> str:
    ordered = sorted(times)
    late, latest = (ordered[int(share * (len(ordered) - 1))] for share in (0.95, 0.99))
    within = f"95 % within {late:.1f} ms, 99 % within {latest:.1f} ms"
    return f"median {statistics.median(ordered):.1f} ms, {within}, longest {ordered[-1]:.1f} ms"


def named(cards: Sequence[DocumentCard]) -> Iterator[tuple[int, str]]:
    """Questions that name a document, each with its number."""
    draw = random.Random(7)
    for at in draw.sample(range(len(cards)), min(40, len(cards))):
        one, other = cards[at].parties
        kind = (cards[at].title or "").split(" between ")[0]
        yield at, f"How long is notice under the {kind} between {one} and {other}?"
        yield at, f"Consider the {kind} of {one} and {other}; when is interest due on late payments?"


def questions(cards: Sequence[DocumentCard]) -> Iterator[str]:
    """Every way to ask: with names, with part of a name, with none, and with one that no document bears."""
    draw = random.Random(11)
    for at, text in named(cards):
        one, other = cards[at].parties
        kind = (cards[at].title or "").split(" between ")[0]
        yield text
        yield f"What does {one} pay?"
        yield f"{other.lower()} liability cap"
        yield f"What notice does the {one.split()[0]} {kind.lower()} ask for?"
        yield f"When does the {kind} between {company(draw).replace('or', 'yx')} and {other} end?"
    yield from (
        "Can I get out of this early, and what would it cost me?",
        "they have not paid us for two months, what can we charge",
        "Who do I have to tell if the goods come late?",
        "how much can we be sued for at most?",
        "Which country's courts would hear a quarrel about our contract with the bank?",
        "May I tell my accountant what is in the agreement?",
        "what happens to secrets when it ends",
        "is there a fee for paying late under the lease",
        "What does the Callisto endorsement agreement say about visors?",
        "Who may terminate the agreement, and by what notice in writing to the other party?",
        "Does the lease allow subletting without the consent of the landlord?",
        "Is our services agreement exclusive?",
        "What does section 33 of the Arbitration Act 1996 say?",
        "Under the supply agreement, what interest is due on sums paid late?",
        "confidential information of the other party kept secret after termination how many years notice delay invoice",
    )


def write_store(target: str, count: int, settings: Settings) -> None:
    """A store of invented documents."""
    embedder = make("embedder", settings.embedder)
    state = StoreState(embedder.identity, index_identity(settings), settings.retrieval.model_dump())
    files: list[FileRef] = []
    draw = random.Random(20)
    with store_engine(locate_store(target, settings), settings).write(plugin_maker(settings)) as writer:
        for at in range(count):
            document = invent(at, draw, embedder.dimensions)
            writer.add(document)
            files.append(FileRef(document.card.path, 0, 0, "invented", document.card.id))
            if at % ROWS == ROWS - 1:
                writer.commit(StoreState(state.embedder, state.settings, state.retrieval, tuple(files)), final=False)
                print(f"{at + 1:,} documents", flush=True)
        writer.commit(StoreState(state.embedder, state.settings, state.retrieval, tuple(files)))


def invent(number: int, draw: random.Random, dimensions: int) -> IndexedDocument:
    """A contract of two invented companies."""
    one, other = company(draw), company(draw)
    title = draw.choice(list(KINDS))
    clauses = [clause.format(n=draw.randint(2, 90), name=one) for clause in draw.sample(CLAUSES, 4)]
    head = f"{title.upper()}\n\nThis {title} is made between {one} and {other}.\n\n"
    text = head + "".join(f"{at}. {clause}\n\n" for at, clause in enumerate(clauses, start=1))
    path = f"contracts/{one.split()[0]}_{title.replace(' ', '')}_{number:06d}.txt"
    doc = Document(document_id(text), text, Source(path, Format.TEXT, "0" * 64, len(text)))
    outline = Outline((Section(0, None, SectionKind.DOCUMENT, Span(0, len(text)), 0),))
    kind = KINDS[title]
    # Most titles say what a document is; some say between whom as well.
    heading = title if number % 10 else f"{title} between {one} and {other}"
    card = DocumentCard(doc.id, path, heading, kind, (one, other), (), title, len(text), language="en")
    edges = [0, *(at for at in range(1, len(text)) if text[at - 2 : at] == "\n\n")]
    chunks = np.array([(a, b, 0) for a, b in zip(edges, [*edges[1:], len(text)], strict=True)], dtype=np.int32)
    places = {
        Layer.DOCUMENT: np.array([(0, len(text), 0)], dtype=np.int32),
        Layer.SECTION: np.zeros((0, 3), dtype=np.int32),
        Layer.CHUNK: chunks,
    }
    vectors = {layer: np.zeros((len(rows), dimensions), dtype=np.float32) for layer, rows in places.items()}
    return IndexedDocument(Reading(doc, Profile(DocumentKind(kind)), outline), card, places, vectors)


def company(draw: random.Random) -> str:
    """An invented company; three of them have thousands of contracts."""
    if draw.random() < 0.1:
        return draw.choice(("Great Harbour Bank plc", "Northern Mills Ltd", "Norton Freight Inc."))
    name = draw.choice(BEGINNINGS) + draw.choice(MIDDLES) + draw.choice(MIDDLES) + draw.choice(ENDS)
    return f"{name} {draw.choice(TRADES)} {draw.choice(FORMS)}"


if __name__ == "__main__":
    main()
