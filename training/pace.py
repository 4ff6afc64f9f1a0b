"""How training moves along: by steps, but never past its share of the clock; and its log."""

import json
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import torch
from torch import nn

COMPILING = 3  # the first steps compile the model
WARMUP = 100  # steps until the learning rate is full
BEGAN = time.monotonic()


class Journal:
    """Writes what happens, one JSON object a line, with the seconds since the start."""

    def __init__(self, path: Path) -> None:
        self.file = path.open("a", encoding="utf-8")

    def note(self, event: str, **values: Any) -> None:
        """Write one line, at once."""
        line = json.dumps({"at": round(time.monotonic() - BEGAN, 1), "event": event} | values)
        self.file.write(line + "\n")
        self.file.flush()


class Pace:
    """Gives the progress of a phase, between 0 and 1, until its steps or its seconds are used up."""

    def __init__(self, steps: int, seconds: float) -> None:
        self.steps, self.seconds = steps, seconds
        self.step = 0

    def __iter__(self) -> Iterator[float]:
        """Yield the progress before each step; the clock starts when the model is compiled."""
        began = time.monotonic()
        while True:
            if self.step == COMPILING:
                began = time.monotonic()
            progress = max(self.step / self.steps, (time.monotonic() - began) / self.seconds)
            if progress >= 1:
                return
            yield progress
            self.step += 1

    def rate(self, progress: float) -> float:
        """Scale the learning rate: up over the first steps, then down in a straight line."""
        return min(1.0, (self.step + 1) / WARMUP) * max(0.01, 1 - progress)


def make_optimizer(groups: list[tuple[nn.Module, float]]) -> torch.optim.Optimizer:
    """Make AdamW with a learning rate per part; frozen weights stay out."""
    parts = [{"params": [p for p in m.parameters() if p.requires_grad], "lr": lr, "full": lr} for m, lr in groups]
    return torch.optim.AdamW(parts, weight_decay=0.01, fused=torch.cuda.is_available())


def step(optimizer: torch.optim.Optimizer, loss: torch.Tensor, scale: float) -> None:
    """Take one step down the loss, gradients clipped."""
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    for group in optimizer.param_groups:
        group["lr"] = group["full"] * scale
    nn.utils.clip_grad_norm_([p for g in optimizer.param_groups for p in g["params"]], 1.0)
    optimizer.step()


def compiled(model: nn.Module, journal: Journal) -> nn.Module:
    """Compile a model where a GPU can run the result; the plain model otherwise, or where that fails."""
    if not torch.cuda.is_available():
        return model
    torch._dynamo.config.suppress_errors = True
    journal.note("compile", model=type(model).__name__)
    return torch.compile(model, dynamic=False)  # type: ignore[return-value]


def compile_parts(parts: Iterable[nn.Module]) -> None:
    """Compile parts of a model where a GPU can run the result; parts that are alike share what was compiled."""
    if torch.cuda.is_available():
        torch._dynamo.config.suppress_errors = True
        torch._dynamo.config.recompile_limit = 64
        for part in parts:
            part.compile(dynamic=False)
