"""Judgement: the verdict on a claim from the exact rules and the verifier model together."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from pincite.answer.verification.windows import cut_windows
from pincite.domain.answer import Fault, FaultKind
from pincite.domain.verdict import Verdict
from pincite.ports import Verifier

# Faults that can be checked exactly: no model overrules them.
HARD = frozenset(
    {
        FaultKind.UNCITED,
        FaultKind.NO_SUCH_SOURCE,
        FaultKind.MISQUOTED,
        FaultKind.NUMBER,
        FaultKind.AUTHORITY,
    }
)
# Faults of wording, which correct paraphrases have too: they are weighed with the model's verdict.
# Negations are left to the model: it reads them better than the rule does.
SOFT = (FaultKind.MODALITY, FaultKind.PARTY, FaultKind.ORDER, FaultKind.SCOPE, FaultKind.NAME)
# Fitted by `benchmarks/verify_fit.py` on written claims and pairs that no model was trained on, and on invented false
# claims: the weights of `features`, and the score from which a claim counts as supported.
WEIGHTS = (0.311, 0.817, -0.934, -3.248, -0.596, -0.748, -0.941)
THRESHOLD = 0.4
# The score of a claim with a hard fault is scaled by this: below every threshold, but still in order.
_HARD_SHARE = 0.2


@dataclass(frozen=True, slots=True)
class ClaimJudgement:
    """How likely a claim is supported, from 0 to 1, and what is wrong with it; without faults it is supported."""

    score: float
    faults: tuple[Fault, ...] = ()


def read_passages(claim: str, passages: Sequence[str], verifier: Verifier) -> Verdict | None:
    """Return a verifier's verdict on the window that supports a claim most.

    None where the verifier leaves the decision to the rules.
    """
    verdicts = verifier.verify([(claim, window) for window in cut_windows(claim, passages)])
    return max(verdicts, key=lambda verdict: verdict.supported, default=None)


def features(faults: Sequence[Fault], verdict: Verdict) -> tuple[float, ...]:
    """Return the features of the score: a constant, the log odds of the verdict, and the soft faults.

    The share of words held is none of them: once a model has read the passage it adds nothing.
    """
    kinds = {fault.kind for fault in faults}
    return (1.0, verdict.log_odds, *(float(kind in kinds) for kind in SOFT))


def judge(faults: Sequence[Fault], *, share: float, verdict: Verdict | None, where: str) -> ClaimJudgement:
    """Combine the faults that the rules found, the share of shared words and a model's verdict.

    Hard faults always fail. Without a model every fault fails; with one, soft faults only lower the score.
    """
    if verdict is None:
        return ClaimJudgement(0.0 if faults else share, tuple(faults))
    weighed = zip(WEIGHTS, features(faults, verdict), strict=True)
    score = 1 / (1 + math.exp(-sum(weight * value for weight, value in weighed)))
    hard = any(fault.kind in HARD for fault in faults)
    if score >= THRESHOLD and not hard:
        return ClaimJudgement(score)
    # That few words are shared is no fault of its own once a model has read them.
    kept = tuple(fault for fault in faults if fault.kind != FaultKind.UNSUPPORTED)
    if verdict.refuted > verdict.unsaid and score < THRESHOLD:
        kept = (*kept, Fault(FaultKind.REFUTED, f"{where} says otherwise"))
    elif score < THRESHOLD:
        kept = (*kept, Fault(FaultKind.UNSUPPORTED, f"{where} does not say so"))
    return ClaimJudgement(_HARD_SHARE * score if hard else score, kept)
