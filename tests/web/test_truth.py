"""Ground truth: written and corrected by selecting words, and reviewed one by one."""

import json

import pytest
from playwright.sync_api import expect
from tests.web.reading import HOSTILE, press_until, select_by_keyboard
from tests.web.test_review import select_words

WORDS = "Fenwick Mills Ltd shall deliver 40 tonnes"


@pytest.fixture
def rows(site):
    """The rows of a file as they stand on the disk."""

    def read(name):
        path = site.home / "truth" / f"{name}.jsonl"
        return [json.loads(line) for line in path.read_text("utf-8").splitlines()]

    return read


def choose(page, name):
    option = page.get_by_label("Document", exact=True).locator("option", has_text=name)
    page.get_by_label("Document", exact=True).select_option(option.get_attribute("value"))


def write(page, question, answer):
    page.get_by_label("Question", exact=True).fill(question)
    page.get_by_label("Answer that counts as right").fill(answer)


def test_a_question_is_written_with_selected_words_reviewed_corrected_and_deleted(open_page, rows, site):
    page = open_page("#/c/demo/truth")
    page.get_by_label("New ground truth").fill("supply")
    page.get_by_role("button", name="Begin").click()
    write(page, f"How much flour? {HOSTILE}", "40 tonnes a month")
    choose(page, "supply-2025.txt")
    select_words(page, WORDS)
    page.get_by_role("button", name="Add the selected words").click()
    expect(page.get_by_role("group", name="Words it rests on")).to_contain_text(WORDS)
    expect(page.locator("mark.cited")).to_have_text(WORDS)
    page.get_by_role("button", name="Save for review").click()
    expect(page.get_by_role("navigation", name="Questions").get_by_role("link", name="To review")).to_have_count(1)

    (row,) = rows("supply")
    start, end = row["evidence"][0]["span"]
    assert (site.folder / "supply-2025.txt").read_text("utf-8")[start:end] == WORDS == row["evidence"][0]["quote"]
    assert row["question"] == f"How much flour? {HOSTILE}"
    assert row["status"] == "to review"

    # Another person opens the queue by its address, corrects the answer and approves.
    other = open_page("#/c/demo/truth/supply?queue=1")
    other.get_by_role("navigation", name="Questions").get_by_role("link", name="How much flour").click()
    expect(other.locator("mark.cited")).to_have_text(WORDS)
    write(other, "How much flour is delivered?", "40 tonnes in each calendar month")
    other.get_by_role("button", name="Save and approve").click()
    expect(other.get_by_text("Everything is reviewed.")).to_be_visible()
    (row,) = rows("supply")
    assert (row["question"], row["status"]) == ("How much flour is delivered?", "approved")
    assert row["evidence"][0]["span"] == [start, end]

    other.get_by_label("To review only").uncheck()
    other.get_by_role("navigation", name="Questions").get_by_role("link", name="How much flour").click()
    other.get_by_role("button", name="Remove passage 1").click()
    other.get_by_role("button", name="Delete").click()
    other.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(other.get_by_text("No question yet.")).to_be_visible()
    assert rows("supply") == []


def test_a_question_without_an_answer_is_not_saved(open_page, site):
    page = open_page("#/c/demo/truth/unfinished?question=new")
    page.get_by_label("Question", exact=True).fill("Who pays?")
    page.get_by_role("button", name="Save for review").click()
    expect(page.get_by_label("Answer that counts as right")).to_be_focused()
    assert not (site.home / "truth" / "unfinished.jsonl").exists()


def test_a_question_is_written_reviewed_and_deleted_by_keyboard_alone(open_page, rows):
    page = open_page("#/c/demo/truth")
    page.get_by_label("New ground truth").wait_for()
    press_until(page, "Tab", "New ground truth")
    page.keyboard.type("keys")
    page.keyboard.press("Enter")
    page.get_by_label("Question", exact=True).wait_for()
    press_until(page, "Tab", "Question", field="TEXTAREA")
    page.keyboard.type("How much flour?")
    page.keyboard.press("Tab")
    page.keyboard.type("40 tonnes a month")
    choice = page.get_by_label("Document", exact=True)
    names = choice.locator("option")
    expect(names.filter(has_text="supply-2025")).to_have_count(1)
    press_until(page, "Tab", "Document", field="SELECT")
    # The first name is that of no document.
    steps = next(i for i, name in enumerate(names.all_text_contents()) if "supply-2025" in name)
    for _ in range(steps):
        page.keyboard.press("ArrowDown")
    expect(choice.locator("option:checked")).to_contain_text("supply-2025")
    select_by_keyboard(page, WORDS)
    expect(page.get_by_role("button", name="Add the selected words")).to_be_enabled()
    press_until(page, "Shift+Tab", "Add the selected words")
    page.keyboard.press("Enter")
    expect(page.get_by_role("group", name="Words it rests on")).to_contain_text(WORDS)
    press_until(page, "Shift+Tab", "Save for review")
    page.keyboard.press("Enter")
    queue = page.get_by_role("navigation", name="Questions")
    expect(queue.get_by_role("link", name="To review")).to_have_count(1)
    (row,) = rows("keys")
    assert row["evidence"][0]["quote"] == WORDS and row["status"] == "to review"

    other = open_page("#/c/demo/truth/keys?queue=1")
    queue = other.get_by_role("navigation", name="Questions")
    queue.get_by_role("link", name="How much flour").wait_for()
    press_until(other, "Tab", "How much flour")
    other.keyboard.press("Enter")
    expect(other.locator("mark.cited")).to_have_text(WORDS)
    expect(other.get_by_role("button", name="Save and approve")).to_be_visible()
    press_until(other, "Tab", "Save and approve")
    other.keyboard.press("Enter")
    expect(other.get_by_text("Everything is reviewed.")).to_be_visible()
    assert rows("keys")[0]["status"] == "approved"
    press_until(other, "Tab", "To review only")
    other.keyboard.press("Space")
    expect(queue.get_by_role("link", name="How much flour")).to_be_visible()
    press_until(other, "Tab", "How much flour")
    other.keyboard.press("Enter")
    expect(other.get_by_role("button", name="Delete")).to_be_visible()
    press_until(other, "Tab", "Delete")
    other.keyboard.press("Enter")
    expect(other.get_by_role("dialog").get_by_role("button", name="Delete")).to_be_visible()
    press_until(other, "Tab", "Delete")
    other.keyboard.press("Enter")
    expect(other.get_by_text("No question yet.")).to_be_visible()
    assert rows("keys") == []
