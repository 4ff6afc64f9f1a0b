"""Record what azure-ai-evaluation and ragas give for some answers and contexts, for tests/metrics/text_measures.json.

Run in an environment of its own, for the package depends on neither:

    pip install azure-ai-evaluation ragas rapidfuzz
    python tests/reference/record_text_measures.py tests/metrics/text_measures.json
"""

import asyncio
import json
import sys
from importlib.metadata import version
from pathlib import Path

from azure.ai.evaluation import F1ScoreEvaluator, RougeScoreEvaluator, RougeType
from ragas.dataset_schema import SingleTurnSample
from ragas.metrics import NonLLMContextPrecisionWithReference, NonLLMContextRecall

KINDS = (RougeType.ROUGE_1, RougeType.ROUGE_2, RougeType.ROUGE_L)
# Answers and truths, written for this purpose.
ANSWERS = [
    ("The landlord repairs the roof.", "The landlord shall repair the roof and the slipway."),
    ("The tenant.", "The landlord shall repair the roof."),
    ("Either party may end the lease by eight weeks' notice.", "Either party, by eight weeks' notice in writing."),
    ("Rent is £90 a month, in advance.", "Ninety pounds a month, paid in advance."),
    ("28 days from the date of the award [1].", "Within 28 days of the award: see section 70(3)."),
    ("A an the", "The a an"),
    ("!!! ???", "Nothing."),
    ("rule 3.4(2)(a)", "Rule 3.4 (2) (a)"),
    ("The court may strike out a statement of case under CPR 3.4.", "CPR 3.4 lets the court strike out a claim."),
    ("roof roof roof", "roof slipway"),
    ("Soud může žalobu zamítnout.", "Soud žalobu zamítne."),
    ("state-of-the-art e-disclosure", "state of the art edisclosure"),
    ("the licensor's liability is limited", "the licensors liability is limited"),
    ("No.", "No"),
    ("It says that it says that it says.", "It says that."),
    ("Masters sit in private; judges sit in public.", "Judges sit in public and Masters in private."),
    ("", "Eight weeks."),
    ("One two three four five six seven", "seven six five four three two one"),
    ("A notice\n\nmust be   given\tin writing", "a notice must be given in writing"),
    ("Not found in the provided documents.", "The documents do not say."),
]
# Retrieved contexts, best first, and those of the reference.
CONTEXTS = [
    (["The landlord shall repair the roof."], ["The landlord shall repair the roof."]),
    (["The tenant keeps the inside clean.", "The landlord repairs the roof."], ["The landlord shall repair the roof."]),
    (["Rent is due monthly.", "Notice is eight weeks."], ["Deeds are enrolled in the Central Office."]),
    (["abcd", "efgh"], ["abxy", "efgh"]),
    (["abcde"], ["abxyz"]),
    (["The roof leaks.", "The roof leaks!", "Boats moor here."], ["The roof leaks.", "Boats moor there."]),
    (["x" * 40, "y" * 40, "x" * 39 + "y"], ["x" * 40]),
    (["A skeleton is lodged by noon on the day before."], ["A skeleton is lodged by noon.", "It has ten pages."]),
    (["long " * 50, "short"], ["short", "long " * 49]),
    (["Soud rozhodne usnesením.", "Soud rozhodne rozsudkem."], ["Soud rozhodne rozsudkem."]),
    (["a"], ["b"]),
    (["Part 36 offers", "Part 44 costs", "Part 36 offer"], ["Part 36 offers", "Part 31 disclosure"]),
]


def answers():
    f1 = F1ScoreEvaluator()
    rouge = {
        name: RougeScoreEvaluator(rouge_type=kind)
        for name, kind in zip(("rouge_1", "rouge_2", "rouge_l"), KINDS, strict=True)
    }
    for answer, truth in ANSWERS:
        # The evaluators refuse an empty answer; a blank is one.
        given = {"response": answer or " ", "ground_truth": truth}
        found = {"f1_score": f1(**given)["f1_score"]}
        found |= {name: one(**given)["rouge"] for name, one in rouge.items()}
        yield {"answer": answer, "truth": truth, **{name: float(value) for name, value in found.items()}}


def contexts():
    measures = {
        "ragas_context_recall": NonLLMContextRecall(),
        "ragas_context_precision": NonLLMContextPrecisionWithReference(),
    }
    for found, wanted in CONTEXTS:
        sample = SingleTurnSample(retrieved_contexts=found, reference_contexts=wanted)
        values = {name: float(asyncio.run(one.single_turn_ascore(sample))) for name, one in measures.items()}
        yield {"found": found, "wanted": wanted, **values}


recorded = {
    "versions": {name: version(name) for name in ("azure-ai-evaluation", "ragas", "rapidfuzz")},
    "answers": list(answers()),
    "contexts": list(contexts()),
}
Path(sys.argv[1]).write_text(json.dumps(recorded, indent=1, ensure_ascii=False) + "\n", "utf-8")
