r"""Write docs/results/query-cost.md: what a query of pipeline-002 would cost at the published prices.

    pincite index DATA/legalbenchrag/corpus/cuad --preset pipeline-002-local --set embedder.kind=static \
        --store stores/002
    python benchmarks/query_cost.py --store stores/002 --bench DATA/legalbenchrag/mini/cuad.json \
        --to docs/results/query-cost.md

No model is asked. Each query is searched, its context put together as an answerer would get it, and the tokens of the
whole conversation are counted with the tokenizer that ships; a provider's own tokenizer counts a little differently.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from statistics import mean
from textwrap import dedent

from pincite.answer.context import assemble_context
from pincite.answer.prompts import ask_messages
from pincite.bench.legalbenchrag.layout import read_benchmark
from pincite.pipeline.store import Store
from pincite.prices import price_of, search_price_of
from pincite.tokens import count_tokens

MODELS = ("gpt-4", "gpt-4o", "gpt-4o-mini")
EMBEDDER, RERANKER = "text-embedding-3-large", "rerank-v3.5"
# A short answer of two cited sentences, and the most that the pipeline allows.
ANSWERS = (100, 1000)
HEAD = """# What a query costs

`pipeline-002` claims $0.05 to $0.08 a query. Here {queries} queries of {bench} are searched in a store of {documents}
documents with the preset `pipeline-002-local`, and the prompt for the answer is counted: {tokens:,.0f} tokens on
average, at most {most:,}. Prices in dollars as published in 2025; embedding the question costs ${embedding:.6f}, and a
reranker, which the pipeline does without, would add ${rerank:.4f}.

```
{commands}
```

| model | answer of {short} tokens | answer of {long:,} tokens |
|---|--:|--:|"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--store", type=Path, required=True)
    parser.add_argument("--bench", type=Path, required=True)
    parser.add_argument("--queries", type=int, default=100, help="how many of the benchmark, from its first on")
    parser.add_argument("--to", type=Path, required=True)
    given = parser.parse_args()
    store = Store.open(given.store, preset="pipeline-002-local", flags=["embedder.kind=static"])
    questions = [gold.query.text for gold in read_benchmark(given.bench).items[: given.queries]]
    prompts = [prompt_tokens(store, question) for question in questions]
    asked = mean(count_tokens(question) for question in questions)
    head = HEAD.format(
        queries=len(questions),
        bench=given.bench.name,
        documents=len(store.library.cards),
        tokens=mean(prompts),
        most=max(prompts),
        embedding=asked * (price_of(EMBEDDER) or (0, 0))[0] / 1e6,
        rerank=(search_price_of(RERANKER) or 0) / 1000,
        commands=dedent(__doc__.split("\n\n")[1]),
        short=ANSWERS[0],
        long=ANSWERS[1],
    )
    given.to.write_text("\n".join([head, *(row(model, mean(prompts)) for model in MODELS), ""]), "utf-8")


def prompt_tokens(store: Store, question: str) -> int:
    """The tokens of the conversation that asks for an answer."""
    hits = store.search(question).hits
    context = assemble_context(question, hits, store.library, tokens=store.settings.answer.context_tokens)
    return sum(count_tokens(message.content) for message in ask_messages(context))


def row(model: str, tokens: float) -> str:
    """A model's price for a prompt of so many tokens, with a short and with a long answer."""
    price = price_of(model)
    if price is None:
        raise SystemExit(f"{model}: its price is not known")
    cells = [f"${(tokens * price[0] + answer * price[1]) / 1e6:.4f}" for answer in ANSWERS]
    return f"| {model} | {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
