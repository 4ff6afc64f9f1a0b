import pytest

from pincite.domain.limits import Limits
from pincite.errors import SettingsError
from pincite.settings import load_settings, preset_names


def load(preset=None, *, flags=(), environment=None):
    return load_settings(preset, flags=flags, environment=environment or {})


def test_the_default_preset_states_the_built_in_defaults():
    assert load().settings.limits.limits() == Limits()
    assert "default" in preset_names()


def test_environment_overrides_preset_and_flag_overrides_both(tmp_path):
    preset = tmp_path / "mine.toml"
    preset.write_text("[limits]\npages = 10\nseconds = 5\n[ocr]\nmode = 'never'\n")
    environment = {"PINCITE_LIMITS_PAGES": "20", "PINCITE_LIMITS_SECONDS": "6"}
    loaded = load(str(preset), environment=environment, flags=["limits.pages=30"])
    assert (loaded.settings.limits.pages, loaded.settings.limits.seconds) == (30, 6)
    assert loaded.settings.ocr.mode == "never"
    assert loaded.origins["limits.pages"] == "flag"
    assert loaded.origins["limits.seconds"] == "environment PINCITE_LIMITS_SECONDS"
    assert loaded.origins["ocr.mode"] == f"preset {preset}"


def test_the_preset_can_be_named_in_the_environment(tmp_path):
    preset = tmp_path / "mine.toml"
    preset.write_text("jobs = 3")
    assert load(environment={"PINCITE_PRESET": str(preset)}).settings.jobs == 3


@pytest.mark.parametrize(
    ("flag", "says"),
    [
        ("limits.pagse=3", "limits.pages"),
        ("limit.pages=3", "limits.pages"),
        ("limits.pages=many", "integer"),
        ("limits.pages=0", "greater"),
        ("ocr.mode=perhaps", "'auto' or 'never'"),
        ("jobs=-1", "greater"),
        ("limits=3", "Known"),
        ("jobs.x=3", "Known"),
        ("nonsense", "name=value"),
    ],
)
def test_an_unknown_key_or_value_is_an_error_that_helps(flag, says):
    with pytest.raises(SettingsError, match=".") as caught:
        load(flags=[flag])
    assert says in str(caught.value)


def test_an_unknown_variable_is_an_error_that_names_it():
    with pytest.raises(SettingsError, match="PINCITE_LIMITS_PAGSE"):
        load(environment={"PINCITE_LIMITS_PAGSE": "3"})


def test_a_stage_keeps_its_plugins_arguments():
    settings = load(flags=["ocr.kind=tesseract", 'ocr.languages="ces"']).settings
    assert (settings.ocr.kind, settings.ocr.options) == ("tesseract", {"languages": "ces"})


def test_a_broken_or_missing_preset_is_named(tmp_path):
    broken = tmp_path / "broken.toml"
    broken.write_text("[limits\n")
    for preset in (str(broken), str(tmp_path / "absent.toml"), "no-such-preset"):
        with pytest.raises(SettingsError, match="preset"):
            load(preset)


def test_another_plugin_voids_the_arguments_of_the_one_before():
    hosted = load("pipeline-002").settings.embedder
    assert hosted.options["model"] == "text-embedding-3-large"
    local = load("pipeline-002", flags=["embedder.kind=onnx"]).settings.embedder
    assert (local.kind, local.options) == ("onnx", {})
    kept = load("pipeline-002", flags=["embedder.kind=onnx", "embedder.threads=1", "ocr.kind=tesseract"]).settings
    assert (kept.embedder.options, kept.ocr.mode) == ({"threads": 1}, "auto")


def test_what_a_store_remembers_lies_between_the_default_preset_and_the_rest(tmp_path):
    base = {"retrieval": {"k": 3, "method": "bm25"}}
    loaded = load_settings(environment={"PINCITE_RETRIEVAL_K": "4"}, base=base)
    assert (loaded.settings.retrieval.k, loaded.settings.retrieval.method) == (4, "bm25")
    assert loaded.origins["retrieval.method"] == "the store"
    assert load_settings("default", environment={}, base=base).settings.retrieval.k == 6


@pytest.mark.parametrize("name", preset_names())
def test_every_preset_names_plugins_and_arguments_that_exist(name):
    from pincite.pipeline.wire import check_wiring

    check_wiring(load(name).settings)


def test_pipeline_002_is_its_final_configuration():
    settings = load("pipeline-002").settings
    assert settings.summarizer.options | {"kind": settings.summarizer.kind} == {
        "kind": "model",
        "style": "generic",
        "length": 150,
        "tolerance": 20,
        "reads": 5000,
    }
    chat = settings.chat_for("summarizer")
    assert (chat.kind, chat.options) == ("openai", {"model": "gpt-4o-mini", "temperature": 0.3})
    chat = settings.chat_for("answerer")
    assert chat.options == {"model": "gpt-4", "temperature": 0.1, "top_p": 0.95, "max_tokens": 1000}
    assert (settings.chunker.kind, settings.chunker.options["size"], settings.chunker.options["overlap"]) == (
        "rcts",
        500,
        0,
    )
    assert settings.context.template == "{summary} "
    found = settings.retrieval
    assert (found.k, found.method, found.document_filter, found.max_source_documents) == (6, "dense", True, 2)
    assert (found.token_baseline, found.threshold, found.threshold_value) == (2500, "absolute", 0.25)


def test_a_stage_may_differ_from_the_chat_model_of_all():
    flags = ["chat.kind=openai", "chat.model=gull-1", "chat.seed=3", "answerer.chat.model=gull-2"]
    settings = load_settings(flags=flags, environment={"PINCITE_SUMMARIZER_CHAT_SEED": "5"}).settings
    assert settings.chat_for("answerer").options == {"model": "gull-2", "seed": 3}
    assert settings.chat_for("summarizer").options == {"model": "gull-1", "seed": 5}
    assert settings.chat_for("titles").options == {"model": "gull-1", "seed": 3}
    other = load_settings(flags=[*flags[:3], "answerer.chat.kind=local", "answerer.chat.window=512"]).settings
    chat = other.chat_for("answerer")
    assert (chat.kind, chat.options) == ("local", {"window": 512})


def test_another_kind_of_stage_keeps_its_chat_model_and_another_chat_model_loses_its_options():
    flags = ["chat.kind=openai", "chat.seed=3", "answerer.chat.seed=4", "answerer.kind=model", "chat.kind=local"]
    settings = load_settings(flags=flags).settings
    assert settings.answerer.chat == {"seed": 4}
    assert settings.chat.options == {}


@pytest.mark.parametrize(
    ("flag", "now"),
    [
        ("answerer.kind=openai", "answerer.kind=model and chat.kind=openai"),
        ("answerer.kind=local", "answerer.kind=model and chat.kind=local"),
        ("summarizer.kind=llm", "summarizer.kind=model and chat.kind=openai"),
        ("summarizer.kind=local", "summarizer.kind=model and chat.kind=local"),
    ],
)
def test_kinds_that_were_models_of_their_own_say_what_to_write_now(flag, now):
    with pytest.raises(SettingsError, match=now):
        load_settings(flags=[flag, f"{flag.partition('.')[0]}.base_url=http://x"])


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        (["answerer.kind=model"], "asks a model; set another.*local, openai"),
        (["summarizer.kind=model"], "asks a model; set another"),
        (["answerer.kind=model", "chat.kind=openai", "answerer.base_url=x"], "write chat.base_url, or answerer.chat.b"),
        (["answerer.kind=model", "chat.kind=openai", "answerer.chat.temperature=warm"], "must be a number"),
        (["chat.kind=openai", "chat.colour=red"], "'chat.colour' is unknown"),
        (["answerer.kind=model", "chat.kind=openai", "chat.cache=x"], "'chat.cache' is unknown"),
    ],
)
def test_a_model_that_is_missing_or_set_in_the_wrong_place_is_told_before_the_work(flags, words):
    from pincite.pipeline.wire import check_wiring

    with pytest.raises(SettingsError, match=words):
        check_wiring(load_settings(flags=flags).settings)
