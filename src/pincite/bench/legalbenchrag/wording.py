"""The questions: Pincite's own wording for each label, or the wording of an official benchmark file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from pincite.bench.legalbenchrag.draft import GoldDraft
from pincite.bench.legalbenchrag.layout import read_tests
from pincite.errors import BenchmarkError

# 35 of CUAD's 41 labels, in the order of its table: names, dates of signing and effect, source code escrow and
# liquidated damages are no questions in LegalBench-RAG.
CUAD_QUESTIONS = {
    "Expiration Date": "When does the initial term end?",
    "Renewal Term": "For how long does the agreement renew once its initial term is over?",
    "Notice Period To Terminate Renewal": "How far ahead must a party give notice to stop a renewal?",
    "Governing Law": "Which state's or country's law governs?",
    "Most Favored Nation": "Must one party be given terms as good as those given to third parties?",
    "Competitive Restriction Exception": "What is carved out of the covenants against competing?",
    "Non-Compete": "Is a party kept from competing with the other?",
    "Exclusivity": "Has a party promised to deal with the other alone?",
    "No-Solicit Of Customers": "May a party approach the other's customers for business?",
    "No-Solicit Of Employees": "May a party hire or approach the other's staff?",
    "Non-Disparagement": "Must a party refrain from speaking ill of the other?",
    "Termination For Convenience": "May a party terminate without giving a cause?",
    "Rofr/Rofo/Rofn": "Does a party have a first right to match, to be offered or to negotiate a deal?",
    "Change Of Control": "What may a party do if control of the other passes to someone else?",
    "Anti-Assignment": "Is consent or notice needed before the agreement is assigned?",
    "Revenue/Profit Sharing": "Must a party share its revenue or profit with the other?",
    "Price Restrictions": "Is a party limited in raising or lowering its prices?",
    "Minimum Commitment": "How much must a party buy or order at the least?",
    "Volume Restriction": "Do fees rise or consents become needed once use passes some amount?",
    "Ip Ownership Assignment": "Does intellectual property made by one party become the other's?",
    "Joint Ip Ownership": "Is any intellectual property owned by the parties together?",
    "License Grant": "Which licence does one party give the other?",
    "Non-Transferable License": "Is a party barred from transferring its licence?",
    "Affiliate License-Licensor": "Does a licence cover intellectual property of the licensor's affiliates?",
    "Affiliate License-Licensee": "Does a licence extend to the licensee's affiliates?",
    "Unlimited/All-You-Can-Eat-License": "Is there a licence for use without limit?",
    "Irrevocable Or Perpetual License": "Is a licence perpetual, or beyond revocation?",
    "Post-Termination Services": "What must a party still do after termination or expiry?",
    "Audit Rights": "May a party inspect the other's books, records or premises?",
    "Uncapped Liability": "For which breaches is a party liable without limit?",
    "Cap On Liability": "To what amount, time or kind of loss is liability limited?",
    "Warranty Duration": "How long do the warranties last?",
    "Insurance": "Which insurance must a party keep for the other's benefit?",
    "Covenant Not To Sue": "Has a party promised not to contest the other's rights or bring claims?",
    "Third Party Beneficiary": "Who besides the parties may enforce the agreement?",
}

CONTRACTNLI_QUESTIONS = {
    "nda-1": "Must confidential information be marked or named as such by whoever discloses it?",
    "nda-2": "Is confidential information limited to technical information?",
    "nda-3": "Can words spoken, and not written, be confidential information?",
    "nda-4": "For which purposes alone may the recipient use the confidential information?",
    "nda-5": "May the recipient pass confidential information on to its employees?",
    "nda-7": "May the recipient pass confidential information on to advisers, agents or other third parties?",
    "nda-8": "Must the recipient tell the discloser when the law compels it to disclose?",
    "nda-10": "Must the recipient keep secret that the agreement exists or is being discussed?",
    "nda-11": "Is the recipient forbidden to reverse engineer what embodies the confidential information?",
    "nda-12": "May the recipient develop similar information on its own?",
    "nda-13": "May the recipient obtain similar information from somebody else?",
    "nda-15": "Does the recipient gain any right in the confidential information?",
    "nda-16": "Must confidential information be given back or destroyed at the end?",
    "nda-17": "When may the recipient copy confidential information?",
    "nda-18": "Is the recipient kept from soliciting the discloser's people?",
    "nda-19": "Which duties outlive the agreement?",
    "nda-20": "May the recipient keep some confidential information after returning or destroying the rest?",
}

MAUD_QUESTIONS = {
    "Type of Consideration": "In what form are the target's shareholders paid?",
    "Accuracy of Target R&W Closing Condition": (
        "How accurate must the target's representations be for the deal to close?"
    ),
    "Compliance with Covenant Closing Condition": "How well must covenants have been kept for the deal to close?",
    "Absence of Litigation Closing Condition": "Does pending litigation keep the deal from closing?",
    '"No MAE" R&W Made as of a Specified Date': (
        "Since which date does the target represent that no material adverse effect has occurred?"
    ),
    "MAE Definition": "How is a material adverse effect defined?",
    "Knowledge Definition": "How is knowledge defined?",
    "No-Shop": "Which covenant stops the target from seeking other bids?",
    "Fiduciary exception:  Board determination (no-shop)": (
        "What must the board find before it may talk to another bidder despite the no-shop?"
    ),
    "Superior Offer Definition": "What counts as a superior offer?",
    "Intervening Event Definition": "What counts as an intervening event?",
    "FTR Triggers": "What lets the target terminate so as to keep its fiduciary duties?",
    "Tail Period & Acquisition Proposal Details": (
        "Is a fee owed if another acquisition follows within some time of termination?"
    ),
    "Breach of No Shop": "What follows from a breach of the no-shop?",
    "Breach of Meeting Covenant": "What follows if the target fails to hold its shareholder meeting?",
    "Ordinary course covenant": "How must the target run its business until closing?",
    "General Antitrust Efforts Standard": "How hard must the parties work for regulatory approval?",
    "Limitations on Antitrust Efforts": "Which remedies need a party not accept to win antitrust approval?",
    "Specific Performance": "May a party compel performance of the agreement?",
}

QUESTIONS: Mapping[str, Mapping[str, str]] = {
    "cuad": CUAD_QUESTIONS,
    "contractnli": CONTRACTNLI_QUESTIONS,
    "maud": MAUD_QUESTIONS,
    "privacy_qa": {},
}


def learn_wording(path: Path, drafts: Iterable[GoldDraft]) -> dict[str, str]:
    """The wording of a benchmark file for each label, learned from the spans they have in common.

    A file that names its columns is believed; else each question belongs to the label whose evidence it shares most
    often, for in a single document two labels may well rest on the same words.
    """
    labels: dict[tuple[str, tuple[tuple[int, int], ...]], set[str]] = {}
    for draft in drafts:
        spans = tuple((span.start, span.end) for span in draft.spans)
        labels.setdefault((draft.file, spans), set()).add(draft.label)
    said: dict[str, Counter[str]] = {}
    for test in read_tests(path):
        question = test.query.rsplit("; ", 1)[-1]
        spans = tuple((snippet.start, snippet.end) for snippet in test.snippets)
        file = test.snippets[0].file_path.rsplit("/", 1)[-1] if test.snippets else ""
        column = test.row.get("column")
        for label in [column] if column else labels.get((file, spans), ()):
            said.setdefault(label, Counter())[question] += 1
    if not said:
        raise BenchmarkError(str(path), "shares no document and span with the raw data; is it of the same set?")
    return _best(said)


def _best(said: Mapping[str, Counter[str]]) -> dict[str, str]:
    """Pair each label with one question, the surest pairs first."""
    pairs = sorted(
        ((count, label, question) for label, questions in said.items() for question, count in questions.items()),
        key=lambda pair: (-pair[0], pair[1], pair[2]),
    )
    wording: dict[str, str] = {}
    for _, label, question in pairs:
        if label not in wording and question not in wording.values():
            wording[label] = question
    return wording
