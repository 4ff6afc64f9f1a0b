import json

import httpx
import pytest
from tests.llm.test_local import Scripted

from pincite.domain.document import Document, Format, Source, document_id
from pincite.domain.profile import DocumentKind, Profile
from pincite.domain.reading import Reading
from pincite.domain.section import Outline, Section, SectionKind
from pincite.errors import ModelError, SettingsError
from pincite.pipeline.wire import make_chat, make_summarizer
from pincite.settings import load_settings
from pincite.spans import Span
from pincite.summarize.model import ModelSummarizer

TEXT = "Lease of a boathouse between Heron Boats and Mere Estates. 1. Rent. The rent is due monthly. 2. Repairs."


@pytest.fixture(autouse=True)
def _own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("PINCITE_CACHE", str(tmp_path / "cache"))


def reading():
    first, second = TEXT.index("1."), TEXT.index("2.")
    rows = [(None, SectionKind.DOCUMENT, 0, len(TEXT), 0), (0, SectionKind.TEXT, 0, first, 1)]
    rows += [(0, SectionKind.CLAUSE, first, second, 1), (0, SectionKind.CLAUSE, second, len(TEXT), 1)]
    sections = [Section(i, p, kind, Span(start, end), level) for i, (p, kind, start, end, level) in enumerate(rows)]
    doc = Document(id=document_id(TEXT), text=TEXT, source=Source("lease.txt", Format.TEXT, "0" * 64, len(TEXT)))
    return Reading(doc, Profile(DocumentKind.LEASE), Outline(tuple(sections)))


def summarizer(answer, **options):
    asked = []

    def handle(request):
        prompt = json.loads(request.content)["messages"][0]["content"]
        asked.append(prompt)
        words = answer(prompt) if callable(answer) else answer
        usage = {"prompt_tokens": 100, "completion_tokens": 10}
        return httpx.Response(200, json={"choices": [{"message": {"content": words}}], "usage": usage})

    flags = ["summarizer.kind=model", "chat.kind=openai", "chat.base_url=http://model.test/v1"]
    flags += [f"summarizer.{name}={json.dumps(value)}" for name, value in options.items()]
    made = make_summarizer(load_settings(flags=flags).settings)
    made.chat.api.transport = httpx.MockTransport(handle)
    return made, asked


def test_the_document_and_its_major_sections_get_a_line_each():
    made, asked = summarizer(lambda prompt: "About rent." if "one section" in prompt else '"Lease of a boathouse."\n')
    found = made.summarise(reading())
    assert found.document == "Lease of a boathouse."
    assert found.sections == {2: "About rent.", 3: "About rent."}
    assert found.model == "gpt-4o-mini:generic"
    assert len(asked) == 3
    assert (made.usage.requests, made.usage.input_tokens) == (3, 300)
    assert made.usage.dollars == pytest.approx(3 * (100 * 0.15 + 10 * 0.6) / 1e6)


def test_a_line_that_is_too_long_is_asked_for_again_shorter_and_then_cut_at_a_word():
    made, asked = summarizer("word " * 60, sections=False)
    found = made.summarise(reading())
    assert [next(line[:11] for line in prompt.splitlines() if line.startswith("At most")) for prompt in asked] == [
        "At most 150",
        "At most 135",
        "At most 121",
    ]
    assert len(found.document) <= 170
    assert set(found.document.split()) == {"word"}


def test_a_shorter_second_answer_is_taken():
    made, asked = summarizer(lambda prompt: "x" * 171 if "At most 150" in prompt else "y" * 170, sections=False)
    assert made.summarise(reading()).document == "y" * 170
    assert len(asked) == 2


def test_section_lines_are_at_most_a_hundred_characters():
    made, _ = summarizer("the tenant pays " * 20)
    assert all(0 < len(line) <= 100 for line in made.summarise(reading()).sections.values())


def test_answers_are_kept_by_content_model_and_prompt():
    summarizer("A lease.", sections=False)[0].summarise(reading())
    again, asked = summarizer("Another.", sections=False)
    assert again.summarise(reading()).document == "A lease."
    assert asked == []
    assert not again.usage
    for changed in ({"chat.model": "gull-1"}, {"style": "expert"}, {"length": 140}):
        other, asked = summarizer("Another.", sections=False, **changed)
        assert other.summarise(reading()).document == "Another."
        assert len(asked) == 1


def test_only_the_opening_is_sent():
    made, asked = summarizer("A lease.", sections=False, reads=20)
    made.summarise(reading())
    assert TEXT[:20] in asked[0]
    assert TEXT[:30] not in asked[0]


def test_an_empty_answer_is_an_error_and_an_unknown_style_too():
    with pytest.raises(ModelError, match="empty summary"):
        summarizer(" \n")[0].summarise(reading())
    with pytest.raises(SettingsError, match="expert, generic"):
        summarizer("", style="poetic")


def test_a_model_in_this_process_gives_the_document_a_line_and_is_not_asked_twice(tmp_path):
    file = tmp_path / "small.gguf"
    file.write_bytes(b"GGUF")
    server = Scripted(["Lease of ", "a boathouse."])

    def made(**options):
        stage = load_settings(flags=["chat.kind=local", f"chat.model={file}"]).settings.chat
        chat = make_chat(stage, cache=tmp_path / "kept", asker=ModelSummarizer)
        summarizer = ModelSummarizer(chat=chat, **options)
        summarizer.chat.__dict__["_server"] = server
        return summarizer

    found = made(style="expert").summarise(reading())
    assert (found.document, found.sections, found.model) == ("Lease of a boathouse.", {}, "small:expert")
    assert TEXT[:40] in server.asked[0]["messages"][0]["content"]
    assert made(style="expert").summarise(reading()).document == found.document
    assert len(server.asked) == 1
    assert set(made(sections=True).summarise(reading()).sections) == {2, 3}
    file.write_bytes(b"GGUF, another model")
    made(style="expert").summarise(reading())
    assert len(server.asked) == 5


def test_a_prompt_of_ones_own_is_asked_in_and_must_show_the_document():
    made, asked = summarizer("A lease.", sections=False, prompt="In {length} signs {{briefly}}: {text}")
    assert made.summarise(reading()).document == "A lease."
    assert asked == [f"In 150 signs {{briefly}}: {TEXT}"]
    for wrong, words in (("Say it.", "write {text}"), ("{text} {title}", "only"), ("{text} {", "only")):
        with pytest.raises(SettingsError, match=words):
            summarizer("", prompt=wrong)


def test_the_model_is_set_for_summaries_unless_the_settings_say_otherwise():
    def temperature(**options):
        made, bodies = summarizer("A lease.", sections=False, **options)[0], []
        made.chat.api.transport = httpx.MockTransport(
            lambda request: (
                bodies.append(json.loads(request.content))
                or httpx.Response(200, json={"choices": [{"message": {"content": "A lease."}}]})
            )
        )
        made.summarise(reading())
        return bodies[0]["temperature"]

    assert temperature() == 0.3
    assert temperature(**{"chat.temperature": 0.7}) == 0.7
