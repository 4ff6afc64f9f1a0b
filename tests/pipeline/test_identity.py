"""A store or a run from somebody else decides neither where to connect, nor which variable, code or file is read."""

import json
from contextlib import contextmanager
from dataclasses import replace

import pytest
from tests.local_server import LocalServers, Reply

from pincite.errors import SettingsError, StoreError
from pincite.pipeline.identity import index_identity, reading_identity, received_identity, run_identity
from pincite.pipeline.store import Store
from pincite.settings import load_settings
from pincite.store.local.generations import commit_generation, load_generation

SECRET = "wholly-secret-4711"
TEXT = "LEASE\n\n1. Rent. The rent is due each month.\n\n2. Notice. Either party may end this Lease by notice.\n"


@contextmanager
def provider():
    """A server that gives vectors, and records every request."""

    def embed(body):
        rows = [{"index": i, "embedding": [1.0, float(len(text))]} for i, text in enumerate(body["input"])]
        return Reply(json.dumps({"data": rows}))

    with LocalServers(keep_alive=False) as servers:
        yield f"{servers.start(embed)}/v1", servers.seen


@pytest.fixture(autouse=True)
def _own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("PINCITE_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def lease(tmp_path):
    path = tmp_path / "lease.txt"
    path.write_text(TEXT)
    return path


def settings(*flags):
    return load_settings(
        flags=["executor.kind=inline", "ocr.mode=never", "jobs=1", "retrieval.results=chunks", *flags]
    ).settings


def hosted(url):
    return [
        "embedder.kind=openai",
        f"embedder.base_url={url.replace('//', '//clerk:pass-word-1@')}",
        "embedder.key_variable=PROVIDER_KEY",
        "embedder.model=gull",
    ]


def written(folder):
    return b"\n".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


def tamper(store, **stages):
    """Rewrite the settings a store remembers, as somebody who wants our keys would."""
    generation = load_generation(store)
    commit_generation(store, replace(generation, settings=generation.settings | stages))


def test_neither_address_nor_variable_nor_password_is_kept(lease, tmp_path, monkeypatch):
    monkeypatch.setenv("PROVIDER_KEY", SECRET)
    with provider() as (url, seen):
        Store.build([lease], tmp_path / "store", settings=settings(*hosted(url)))
    # The address came with a user and password of its own, which are used.
    assert seen[0][2]["Authorization"].startswith("Basic ")
    kept = written(tmp_path / "store") + written(tmp_path / "cache")
    for word in (SECRET, "pass-word-1", "clerk", "PROVIDER_KEY", url, "127.0.0.1"):
        assert word.encode() not in kept, word


def test_a_received_store_cannot_send_a_variable_to_an_address_of_its_choice(lease, tmp_path, monkeypatch):
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", SECRET)
    store = tmp_path / "store"
    Store.build([lease], store, settings=settings("embedder.kind=none"))
    with provider() as (url, seen):
        thief = {"kind": "openai", "model": "gull", "base_url": url, "key_variable": "AWS_SECRET_ACCESS_KEY"}
        tamper(store, embedder=thief)
        with pytest.raises(
            StoreError, match=r"a store may not decide where your questions go.*--set embedder.kind=openai"
        ):
            Store.open(store).search("When is the rent due?")
        # Named by the user it is asked, at the user's address and with the user's key.
        monkeypatch.setenv("OPENAI_API_KEY", "users-own")
        with provider() as (mine, asked):
            monkeypatch.setenv("PINCITE_LLM_BASE_URL", mine)
            opened = Store.open(store, flags=["trust=openai"])
            with pytest.raises(StoreError, match="was made with the embedder"):
                opened.search("When is the rent due?")
            assert not asked
        assert not seen
    assert SECRET not in json.dumps(Store.open(store).describe())
    assert "base_url" not in json.dumps(Store.open(store).describe())


def test_a_hosted_store_is_searched_with_the_users_own_address_and_key(lease, tmp_path, monkeypatch):
    store = tmp_path / "store"
    monkeypatch.setenv("PROVIDER_KEY", SECRET)
    with provider() as (url, _):
        Store.build([lease], store, settings=settings(*hosted(url)))
    with provider() as (elsewhere, seen):
        own = ["embedder.kind=openai", f"embedder.base_url={elsewhere}", "retrieval.results=chunks"]
        assert Store.open(store, flags=own).search("When is the rent due?").hits
    assert seen[0][3]["model"] == "gull"
    assert "Authorization" not in seen[0][2]


def test_a_hosted_store_is_listed_and_searched_by_words_without_asking_anybody(lease, tmp_path):
    with provider() as (url, seen):
        Store.build([lease], tmp_path / "store", settings=settings(*hosted(url)))
        asked = len(seen)
        by_words = ["retrieval.method=bm25", "retrieval.results=chunks"]
        assert Store.open(tmp_path / "store", flags=by_words).search("When is the rent due?").hits
        assert len(seen) == asked
    assert [card.title for card in Store.open(tmp_path / "store").library.cards] == ["LEASE"]


def test_a_plug_in_of_another_maker_is_imported_only_for_a_user_who_names_it(hashing, lease, tmp_path, monkeypatch):
    import sys

    store = tmp_path / "store"
    Store.build([lease], store, settings=load_settings(flags=hashing).settings)
    sys.modules.pop("hashing_embedder", None)
    monkeypatch.delenv("PINCITE_TRUST")
    with pytest.raises(StoreError, match=r"of a third party.*PINCITE_TRUST=hashing"):
        Store.open(store).search("rent")
    assert "hashing_embedder" not in sys.modules
    for flags in (["trust=hashing"], ["embedder.kind=hashing"]):
        assert Store.open(store, flags=["retrieval.results=chunks", *flags]).search("rent").hits


@pytest.mark.parametrize("port", ["vectors", "lexical"])
def test_an_index_of_another_maker_is_refused_too(port, lease, tmp_path):
    store = tmp_path / "store"
    Store.build([lease], store, settings=settings("embedder.kind=none"))
    tamper(store, **{port: {"kind": "theirs"}})
    with pytest.raises(Exception, match=f"There is no {port} called 'theirs'"):
        Store.open(store)


def test_a_store_names_no_file_to_load(lease, tmp_path):
    store, trap = tmp_path / "store", tmp_path / "trap.onnx"
    trap.write_bytes(b"not to be read")
    Store.build([lease], store, settings=settings("embedder.kind=static"))
    tamper(store, embedder={"kind": "onnx", "model": str(trap)})
    with pytest.raises(
        StoreError, match=r"--set embedder.kind=onnx --set embedder.model=… \(it was called 'trap.onnx'\)"
    ):
        Store.open(store).embedder  # noqa: B018 - making it is the test
    tamper(store, embedder={"kind": "sentence-transformers", "model": str(tmp_path)})
    with pytest.raises(StoreError, match="was made with the embedder"):
        Store.open(store).embedder  # noqa: B018


def test_how_the_work_is_done_is_no_part_of_what_a_store_is(lease, tmp_path):
    plain, busy = settings("embedder.kind=static"), settings("embedder.kind=static", "embedder.threads=2")
    assert index_identity(plain) == index_identity(busy)
    store = tmp_path / "store"
    Store.build([lease], store, settings=plain)
    assert Store.build([lease], store, settings=busy).report.unchanged == [str(lease)]
    assert Store.open(store, settings=busy).embedder.identity == Store.open(store, settings=plain).embedder.identity


def test_a_store_made_before_opens_and_loses_what_it_should_not_have_kept(lease, tmp_path):
    store = tmp_path / "store"
    Store.build([lease], store, settings=settings("embedder.kind=static"))
    tamper(store, embedder={"kind": "static", "threads": 2}, summarizer={"kind": "extractive"})
    assert Store.open(store).describe()["settings"]["embedder"] == {"kind": "static"}
    assert Store.build([lease], store, settings=settings("embedder.kind=static")).report.unchanged
    assert load_generation(store).settings["embedder"] == {"kind": "static"}


def test_reading_is_told_apart_by_what_decides_it():
    plain, other = settings("ocr.mode=auto"), settings("ocr.mode=auto", "ocr.threads=3")
    assert reading_identity(plain) == reading_identity(other)
    assert reading_identity(plain) != reading_identity(settings("ocr.mode=never"))


def test_what_a_run_keeps_has_no_address_either():
    asks = ["answerer.kind=model", "chat.kind=openai"]
    own = settings(*asks, "chat.base_url=http://u:p@h/v1", "answerer.chat.key_variable=X", "chat.seed=4", "trust=x")
    kept = run_identity(own)["answerer"]
    assert (kept["kind"], kept["chat"]) == ("model", {"kind": "openai", "seed": 4})
    assert not {"trust", "chat"} & run_identity(own).keys()


def test_a_chat_model_that_nothing_asks_makes_no_other_store_or_run():
    plain, other = settings(), settings("chat.kind=openai", "chat.model=gull-1", "answerer.chat.seed=1")
    assert index_identity(plain) == index_identity(other)
    assert run_identity(plain) == run_identity(other)
    assert run_identity(plain)["answerer"] == {"kind": "extractive"}


@pytest.mark.parametrize(
    "flag",
    ["summarizer.prompt=On {text}", "summarizer.style=expert", "chat.model=gull-2", "summarizer.chat.temperature=0.9"],
)
def test_another_prompt_or_model_for_the_summaries_makes_another_store(flag):
    asks = ["summarizer.kind=model", "chat.kind=openai"]
    assert index_identity(settings(*asks)) != index_identity(settings(*asks, flag))


def test_of_a_prompt_only_the_hash_is_kept():
    asks = ["answerer.kind=model", "chat.kind=openai"]
    shipped, own = run_identity(settings(*asks)), run_identity(settings(*asks, "answerer.prompt=Our secret recipe."))
    assert "secret recipe" not in str(own)
    assert shipped["answerer"]["prompt"] != own["answerer"]["prompt"]
    assert own["answerer"]["prompt"].startswith("sha256:")


def test_a_store_made_when_a_summarizer_was_a_model_of_its_own_is_the_same_store():
    before = {"kind": "llm", "model": "gpt-4o-mini", "style": "generic", "length": 150, "tolerance": 20}
    before |= {"sections": False, "base_url": "http://u:p@h/v1"}
    own = load_settings("sac").settings
    assert received_identity({"summarizer": before}, own)["summarizer"] == index_identity(own)["summarizer"]


def test_of_an_unknown_plug_in_whatever_sounds_like_an_address_or_a_key_is_dropped():
    told = {"embedder": {"kind": "theirs", "base_url": "http://x", "api_key": "k", "token": "t", "model": "m"}}
    assert received_identity(told) == {"embedder": {"kind": "theirs", "model": "m"}}


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        (["chunker.size=abc"], "'chunker.size' is 'abc': it must be a whole number"),
        (["chunker.size=true"], "it must be a whole number"),
        (["vectors.kind=hnsw", "vectors.above=lots"], "'vectors.above' is 'lots': it must be a whole number"),
        (["chunker.unit=words"], "it must be 'characters' or 'tokens'"),
        (["embedder.kind=openai", "embedder.transport=5"], "'embedder.transport' is unknown"),
        (["embedder.kind=openai", "embedder.sleep=5"], "'embedder.sleep' is unknown"),
        (["embedder.kind=openai", "embedder.timeout=soon"], "it must be a number"),
        (["embedder.kind=openai", "embedder.base_url=5"], "it must be text"),
        (["answerer.kind=model", "chat.kind=openai", "answerer.chat_options={transport=1}"], "unknown"),
    ],
)
def test_a_value_that_does_not_fit_is_one_clear_sentence(flags, words):
    from pincite.pipeline.wire import check_wiring

    with pytest.raises(SettingsError, match=words):
        check_wiring(settings(*flags))


def test_a_store_neither_keeps_nor_chooses_the_cluster_that_works_for_it(lease, tmp_path):
    cluster = settings("executor.kind=ray", "executor.embedding=ray", "executor.address=cluster.example:6379")
    for identity in (index_identity, reading_identity, run_identity):
        assert "cluster.example" not in json.dumps(identity(cluster))
    Store.build([lease], tmp_path / "store", settings=settings("executor.kind=inline", "embedder.kind=static"))
    tamper(tmp_path / "store", executor={"kind": "ray", "embedding": "ray", "address": "cluster.example:6379"})
    with Store.open(tmp_path / "store") as store:
        assert (store.settings.executor.kind, store.settings.executor.options) == ("processes", {})
