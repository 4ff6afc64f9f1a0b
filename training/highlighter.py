"""Train the highlighter: which tokens of a window answer the question, and whether the window does at all.

A larger model may teach it: then half of the loss is what the labels say, half what the teacher says of the windows.
"""

import copy
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from training.bert import half_precision
from training.draw import Asked, Drawer, Paired, Windows, cut, join
from training.pace import Journal, Pace, compiled, make_optimizer, step
from training.tables import Items

HEADS_RATE = 6.0  # the new heads learn faster than the encoder
PARTIAL = 8  # a window with fewer answer tokens than this neither answers nor fails to
MINED = 6000  # questions whose hard windows the highlighter looks for itself
KEPT = 6
TAUGHT = 0.5  # the teacher's share of the loss, where there is one


@dataclass(frozen=True, slots=True)
class Tables:
    """The sources of questions."""

    answered: Items
    unanswerable: Items
    synthetic: Items
    natural: Items

    @property
    def all(self) -> tuple[Items, Items, Items, Items]:
        """Give every source."""
        return self.answered, self.unanswerable, self.synthetic, self.natural


def train_highlighter(
    model: nn.Module,
    phase: str,
    tables: Tables,
    drawer: Drawer,
    journal: Journal,
    measure: Callable[[], float],
    teacher: nn.Module | None = None,
) -> None:
    """Train one phase of the recipe, and keep the weights that did best on dev."""
    config, loss_config = drawer.config["highlighter"][phase], drawer.config["highlighter"]["loss"]
    heads = nn.ModuleList([model.token, model.window])
    optimizer = make_optimizer(
        [(model.encoder, config["learning_rate"]), (heads, config["learning_rate"] * HEADS_RATE)]
    )
    pace, losses, mined = Pace(config["steps"], config["seconds"]), [], not config["mine"]
    fast, best, watch = compiled(model, journal), (-1.0, model.state_dict()), list(config["watch"])
    says = compiled(teacher.eval(), journal) if teacher is not None else None
    each = loss_config["positives"] + loss_config["negatives"]
    model.train()
    for progress in pace:
        if progress > 0.5 and not mined:
            mine_own(model, tables, drawer, journal)
            mined = True
        if watch and progress > watch[0]:
            best = _keep_better(best, model, measure(), watch.pop(0))
            model.train()
        paired, windows = draw_batch(tables, drawer, config)
        with half_precision(drawer.device):
            tokens, window = fast(paired.ids, paired.kinds, paired.mask)
        parts = losses_of(tokens.float(), window.float(), paired, windows, loss_config)
        loss = weigh(parts, loss_config)
        if says is not None:
            taught = taught_losses(tokens.float(), window.float(), ask_teacher(says, paired), paired, windows, each)
            loss = (1 - TAUGHT) * loss + TAUGHT * weigh(taught, loss_config)
            parts |= {f"taught {key}": value for key, value in taught.items()}
        step(optimizer, loss, pace.rate(progress))
        losses.append(torch.stack([v.detach() for v in parts.values()]))
        if len(losses) == 200:
            means = [round(x, 4) for x in torch.stack(losses).mean(0).tolist()]
            journal.note(phase, step=pace.step + 1, **dict(zip(parts, means, strict=True)))
            losses = []
    best = _keep_better(best, model, measure(), 1.0)
    model.load_state_dict(best[1])
    journal.note(f"{phase} done", steps=pace.step, dev=round(best[0], 4))
    model.eval()


def draw_batch(tables: Tables, drawer: Drawer, config: dict[str, Any]) -> tuple[Paired, Windows]:
    """Draw questions of every source with their windows."""
    shape, loss = drawer.config["shape"], drawer.config["highlighter"]["loss"]
    each = loss["positives"] + loss["negatives"]
    made = round(config["questions"] * config["synthetic"])
    empty = round((config["questions"] - made) * drawer.config["sampling"]["unanswerable"])
    natural = round((config["questions"] - made - empty) * drawer.config["sampling"]["natural"])
    asked_parts, window_parts = [], []
    counts = (config["questions"] - made - empty - natural, empty, made, natural)
    for items, count in zip(tables.all, counts, strict=True):
        if not count or not len(items.weights):
            continue
        rows = drawer.pick(items.weights, count)
        asked = drawer.ask(items, rows, vary=items is not tables.synthetic)
        hard = config["hard"] * (2 if items is tables.unanswerable else 0.6 if items is tables.synthetic else 1)
        starts = drawer.starts(
            items, rows, positives=loss["positives"], negatives=loss["negatives"], width=shape["window"], hard=hard
        )
        many = rows.repeat_interleave(each)
        hidden = drawer.hide(items, rows).repeat_interleave(each, 0)
        spans, ranges = items.spans[many], items.ranges[many]
        window_parts.append(
            cut(drawer.texts, starts.reshape(-1), ranges, hidden=hidden, spans=spans, width=shape["window"])
        )
        asked_parts.append(Asked(asked.ids.repeat_interleave(each, 0), asked.lengths.repeat_interleave(each)))
    asked = Asked(torch.cat([a.ids for a in asked_parts]), torch.cat([a.lengths for a in asked_parts]))
    columns = zip(*((w.ids, w.inside, w.answers, w.places) for w in window_parts), strict=True)
    windows = Windows(*(torch.cat(column) for column in columns))
    return join(asked, windows), windows


def read_windows(tokens: Tensor, offset: Tensor, width: int) -> Tensor:
    """Take the window's part of the token logits."""
    return tokens.gather(1, (offset + torch.arange(width, device=tokens.device)[None]).clamp(max=tokens.shape[1] - 1))


def losses_of(
    tokens: Tensor, window: Tensor, paired: Paired, windows: Windows, config: dict[str, Any]
) -> dict[str, Tensor]:
    """Score the token logits, the window logits, and their order among one question's windows."""
    each = config["positives"] + config["negatives"]
    logits = read_windows(tokens, paired.offset, windows.ids.shape[1])
    inside = windows.inside.float()
    wrong = F.binary_cross_entropy_with_logits(logits, windows.answers.float(), reduction="none")
    found = windows.answers.sum(1)
    answers = (found > 0).float()
    clear = ((found == 0) | (found >= PARTIAL)).float()
    unsure = F.binary_cross_entropy_with_logits(window, answers, reduction="none")
    scores, right = window.view(-1, each), answers.view(-1, each)
    listed = torch.logsumexp(scores, 1) - torch.logsumexp(scores + (right - 1) * 30, 1)
    some = right.any(1).float()
    return {
        "token": (wrong * inside).sum() / inside.sum(),
        "window": (unsure * clear).sum() / clear.sum().clamp(min=1),
        "listwise": (listed * some).sum() / some.sum().clamp(min=1),
    }


@torch.no_grad()
def ask_teacher(teacher: nn.Module, paired: Paired) -> tuple[Tensor, Tensor]:
    """Let the teacher read the windows."""
    with half_precision(paired.ids.device):
        tokens, window = teacher(paired.ids, paired.kinds, paired.mask)
    return tokens.float(), window.float()


def taught_losses(
    tokens: Tensor, window: Tensor, taught: tuple[Tensor, Tensor], paired: Paired, windows: Windows, each: int
) -> dict[str, Tensor]:
    """Score the same logits against the teacher's: its chances, and its order among one question's windows."""
    width, inside = windows.ids.shape[1], windows.inside.float()
    logits, wanted = (read_windows(t, paired.offset, width) for t in (tokens, taught[0]))
    wrong = F.binary_cross_entropy_with_logits(logits, wanted.sigmoid(), reduction="none")
    order = F.log_softmax(window.view(-1, each), 1)
    return {
        "token": (wrong * inside).sum() / inside.sum(),
        "window": F.binary_cross_entropy_with_logits(window, taught[1].sigmoid()),
        "listwise": -(order * F.softmax(taught[1].view(-1, each), 1)).sum(1).mean(),
    }


def weigh(parts: dict[str, Tensor], config: dict[str, Any]) -> Tensor:
    """Add the parts of a loss up, each by its weight."""
    return torch.stack([config[key] * value for key, value in parts.items()]).sum()


@torch.no_grad()
def mine_own(model: nn.Module, tables: Tables, drawer: Drawer, journal: Journal) -> None:
    """Keep, of the windows the embedder confused, those the highlighter confuses too."""
    model.eval()
    shape = drawer.config["shape"]
    for items in (tables.answered, tables.unanswerable, tables.natural):
        rows = torch.randperm(len(items.weights), generator=drawer.generator, device=drawer.device)[: MINED // 2]
        for some in rows.split(64):
            count, many = items.hard.shape[1], some.repeat_interleave(items.hard.shape[1])
            asked = drawer.ask(items, some, vary=False)
            starts = (items.hard[some].reshape(-1) - (shape["window"] - shape["passage"]) // 2).clamp(min=0)
            starts = torch.maximum(starts, items.ranges[many][:, 0])
            spans, none = items.spans[many], torch.zeros_like(items.hidden[many])
            windows = cut(drawer.texts, starts, items.ranges[many], hidden=none, spans=spans, width=shape["window"])
            paired = join(Asked(asked.ids.repeat_interleave(count, 0), asked.lengths.repeat_interleave(count)), windows)
            with half_precision(drawer.device):
                _, window = model(paired.ids, paired.kinds, paired.mask)
            known = items.hard[some]
            scores = window.float().view(-1, count).masked_fill(known < 0, -99)
            best = known.gather(1, scores.topk(min(KEPT, count), dim=1)[1])
            items.hard[some] = best.repeat(1, -(-count // best.shape[1]))[:, :count]
    journal.note("mined by the highlighter")
    model.train()


def _keep_better(
    best: tuple[float, dict[str, Tensor]], model: nn.Module, score: float, progress: float
) -> tuple[float, dict[str, Tensor]]:
    """Keep the newer weights unless they are clearly worse on dev: the learning rate is lower, dev is small."""
    slack = 0.003 if progress == 1.0 else 0.0
    return (score, copy.deepcopy(model.state_dict())) if score + slack >= best[0] else best
