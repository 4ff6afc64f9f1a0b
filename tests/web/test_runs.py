"""Runs of evaluations: listed, summed up, compared, and every query beside its gold."""

import json
import re

from playwright.sync_api import expect
from tests.web.reading import HOSTILE, press_until


def test_runs_are_listed_with_their_history_and_two_are_compared(open_page):
    page = open_page("#/c/demo/runs")
    expect(page.locator("tbody tr")).to_have_count(4)
    expect(page.locator("figure circle")).to_have_count(2)
    page.get_by_label("Choose a-first to compare").check()
    page.get_by_label("Choose b-second to compare").check()
    page.get_by_role("button", name="Compare the two").click()
    expect(page.get_by_role("heading", name="b-second against a-first")).to_be_visible()
    row = page.get_by_role("row", name=re.compile("^recall@8"))
    expect(row).to_contain_text("better")
    expect(row).to_contain_text(re.compile(r"\+0\.\d{3} \[\+0\.\d{3}, \+0\.\d{3}\]"))
    page.get_by_label("Queries that changed by").select_option("recall@8")
    page.locator("li a").first.click()
    expect(page.get_by_role("heading", name=re.compile("Retrieved by a-first"))).to_be_visible()


def test_a_query_shows_gold_and_retrieved_words_side_by_side(open_page, indexed):
    tests = json.loads((indexed / "measured" / "benchmarks" / "licence.json").read_text("utf-8"))["tests"]
    page = open_page("#/c/demo/runs/b-second?query=licence/1")
    expect(page.get_by_role("heading", name=tests[0]["query"])).to_be_visible()
    gold, found = page.locator("article").nth(0), page.locator("article").nth(1)
    expect(gold.locator("mark").first).to_be_visible()
    # The marked words are the gold's, to the letter.
    assert "".join(gold.locator("mark").all_text_contents()) == tests[0]["snippets"][0]["answer"]
    expect(found).to_contain_text("rank")
    assert abs(gold.bounding_box()["y"] - found.bounding_box()["y"]) < 2
    # The document of the run is in the collection too: its words are one click away.
    gold.get_by_role("link").click()
    expect(page.locator(".cited").first).to_be_visible()


def test_a_run_has_a_summary_with_intervals_and_its_worst_queries(open_page):
    page = open_page("#/c/demo/runs/b-second")
    row = page.get_by_role("table", name="Summary").get_by_role("row", name=re.compile("^recall@8"))
    expect(row).to_contain_text(re.compile(r"0\.\d{3} \[0\.\d{3}, [01]\.\d{3}\]"))
    queries = page.get_by_role("table", name="Queries").locator("tbody tr")
    expect(queries.first).to_be_visible()
    page.get_by_label("Sort by").select_option("-recall@8")
    expect(queries.first).to_contain_text("1.000")
    page.get_by_label("Every measure").check()
    expect(page.get_by_role("table", name="Summary").get_by_role("row", name=re.compile("^recall@1 "))).to_be_visible()


def test_measures_with_thresholds_are_graded(open_page):
    page = open_page("#/c/demo/runs/c-answers")
    row = page.get_by_role("table", name="Summary").get_by_role("row", name=re.compile("^citation_format_compliance"))
    expect(row.locator(".badge").first).to_have_text("good")
    # What it takes stands beside the name of the measure.
    expect(row).to_contain_text("good at 1.0, acceptable from 0.8")


def test_an_evaluation_of_evaltools_is_listed_graded_looked_into_and_exported(open_page, tmp_path):
    page = open_page("#/c/demo/runs")
    page.get_by_role("link", name="d-evaltools").click()
    summary = page.get_by_role("table", name="Summary")
    row = summary.get_by_role("row", name=re.compile("^gpt_groundedness"))
    expect(row).to_contain_text("good above 4.0, acceptable from 3.0")
    expect(row.locator(".badge").first).to_have_text("acceptable")
    # A value of −1 is none: it counts for nothing.
    expect(summary.get_by_role("row", name=re.compile("^gpt_relevance")).locator("td").first).to_contain_text("5.000")
    with page.expect_download() as taken:
        page.get_by_role("button", name="Export as one file").click()
    taken.value.save_as(tmp_path / "report.html")
    assert "d-evaltools" in (tmp_path / "report.html").read_text("utf-8")
    page.get_by_role("link", name="Who repairs the roof?").click()
    expect(page.get_by_role("heading", name="Who repairs the roof?")).to_be_visible()
    expect(page.get_by_text(f"The tenant {HOSTILE}")).to_be_visible()
    expect(page.get_by_text("The tenant keeps the roof in repair.")).to_be_visible()
    assert page.locator("main img").count() == 0


def test_two_runs_are_compared_and_a_query_opened_by_keyboard_alone(open_page):
    page = open_page("#/c/demo/runs")
    page.locator("tbody tr").first.wait_for()
    for name in ("b-second", "a-first"):
        press_until(page, "Tab", f"Choose {name} to compare")
        page.keyboard.press("Space")
    press_until(page, "Shift+Tab", "Compare the two")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="b-second against a-first")).to_be_visible()
    page.get_by_role("table").wait_for()
    press_until(page, "Tab", "What does the licence say about")
    asked = page.locator(":focus").text_content()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=asked)).to_be_visible()
    page.locator("article mark").first.wait_for()
    press_until(page, "Tab", "software-licence.txt")
    page.keyboard.press("Enter")
    expect(page.locator(".cited").first).to_be_visible()


def test_every_stretch_of_a_query_leads_to_its_own_place(open_page):
    page = open_page("#/c/demo/runs/b-second?query=licence/1")
    page.locator("article mark").first.wait_for()
    links = [one.get_attribute("href") for one in page.locator("article a").all()]
    assert len(links) > 1 and len(set(links)) == len(links)


def test_a_run_is_exported_as_one_file_that_opens_offline(open_page, browser, tmp_path):
    page = open_page("#/c/demo/runs/b-second?against=a-first")
    with page.expect_download() as taken:
        page.get_by_role("button", name="Export as one file").click()
    taken.value.save_as(tmp_path / "report.html")
    context = browser.new_context(offline=True)
    asked = []
    offline = context.new_page()
    offline.on("request", lambda request: asked.append(request.url))
    offline.goto((tmp_path / "report.html").as_uri())
    expect(offline.get_by_text("b-second").first).to_be_visible()
    assert len(asked) == 1
    context.close()


def test_a_run_that_is_not_there_is_told(open_page):
    page = open_page("#/c/demo/runs/none")
    expect(page.get_by_role("alert")).to_contain_text("none")
