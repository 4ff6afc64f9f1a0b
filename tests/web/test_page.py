"""The page as a whole: keyboard, widths, colours, languages, safety, speed, and what a screen reader finds."""

from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect
from tests.web.conftest import SECONDS
from tests.web.pictures import LOW, PICTURE_SIZE, SCHEMES, keep_picture
from tests.web.reading import picture

REPOSITORY = Path(__file__).resolve().parents[2]
AXE = REPOSITORY / "web" / "node_modules" / "axe-core" / "axe.min.js"
# Of each view its address, and what is there once it is shown.
VIEWS = {
    "ask": ("ask", "textarea"),
    "answer": ("ask?q=What is the governing law of this lease?", "figure img"),
    "library": ("library", "tbody tr"),
    "document": ("documents/{lease}", "figure img"),
    "reviews": ("reviews", "form"),
    "review": ("reviews/{review}?document={lease}&column=law", "figure img"),
    "wide": ("reviews/{wide}", "tbody tr"),
    "redline": ("redline?old={old}&new={new}", "article"),
    "runs": ("runs", "figure circle"),
    "run": ("runs/b-second", "tbody tr:nth-child(9)"),
    "comparison": ("runs/b-second?against=a-first", "tbody tr"),
    "query": ("runs/b-second?query=licence/1&against=a-first", "article mark"),
    "truths": ("truth", "form"),
    "truth": ("truth/terms?question={question}", "mark.cited"),
}


@pytest.fixture(scope="session")
def places(site, review, wide_review):
    """What the addresses of the views need: ids of documents, of a review, of a question."""
    root = f"{site.url}/api/v1"
    cards = httpx.get(f"{root}/collections/demo/documents", timeout=SECONDS).json()["documents"]
    ids = {card["path"]: card["id"] for card in cards}
    words = "Fenwick Mills Ltd shall deliver 40 tonnes"
    start = (site.folder / "supply-2025.txt").read_text("utf-8").index(words)
    evidence = [{"document": "supply-2025.txt", "span": [start, start + len(words)], "quote": words}]
    question = {"question": "How much flour?", "truth": "40 tonnes a month", "evidence": evidence}
    made = httpx.post(f"{root}/truth/terms/questions", json=question, timeout=SECONDS).raise_for_status().json()
    return {
        "lease": ids["lease.pdf"],
        "old": ids["supply-2025.txt"],
        "new": ids["supply-2026.txt"],
        "review": review,
        "wide": wide_review,
        "question": made["id"],
    }


@pytest.fixture
def show(open_page, places):
    """Open a view, and wait until what it shows is there."""

    def show_one(view, **options):
        address, ready = VIEWS[view]
        page = open_page("#/c/demo/" + address.format(**places), **options)
        if view == "answer":
            page.locator(".chip").first.click()
        page.locator(ready).first.wait_for()
        if view == "document":
            # On a phone the clauses are there, and closed.
            page.locator("aside li").first.wait_for(state="attached")
        return page

    return show_one


def test_everything_can_be_done_by_keyboard_alone(open_page):
    page = open_page()
    page.keyboard.press("/")
    expect(page.get_by_label("Your question")).to_be_focused()
    page.keyboard.type("What is the governing law of this lease?")
    page.keyboard.press("Enter")
    page.locator(".chip").first.wait_for()
    for _ in range(40):
        page.keyboard.press("Shift+Tab")
        if page.evaluate("document.activeElement.classList.contains('chip')"):
            break
    focused = page.locator(":focus")
    assert "Open citation" in focused.text_content()
    assert focused.evaluate("(one) => getComputedStyle(one).outlineStyle") == "solid"
    page.keyboard.press("Enter")
    page.get_by_role("complementary", name="Source").locator("h2").wait_for()
    page.keyboard.press("Escape")
    expect(page.get_by_role("complementary", name="Source")).to_have_count(0)


@pytest.mark.parametrize("view", VIEWS)
def test_on_a_phone_nothing_is_cut_off(show, view):
    page = show(view, width=375, height=720)
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    if view == "answer":
        source = page.get_by_role("complementary", name="Source")
        assert source.bounding_box()["width"] == 375
        source.get_by_role("button", name="Close").click()
        assert page.locator(".answer").bounding_box()["width"] <= 375


@pytest.mark.parametrize("view", VIEWS)
def test_on_a_screen_nothing_widens_the_page(show, view):
    page = show(view, width=1280, height=800)
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280
    # A table that scrolls by itself does not also lengthen the page by what is in it.
    if view == "wide":
        assert page.evaluate("document.documentElement.scrollHeight") < 1000


def test_on_a_phone_the_head_leaves_the_screen_to_the_document(show):
    page = show("document", width=375, height=720)
    assert page.locator("figure").first.bounding_box()["y"] < 600
    page.evaluate("scrollTo(0, 1000)")
    head = page.locator("header").first.bounding_box()
    assert head["y"] + head["height"] <= 0
    page.evaluate("scrollTo(0, 0)")
    page.get_by_role("heading", name="Clauses").click()
    expect(page.locator("aside li").first).to_be_visible()


@pytest.mark.parametrize(("scheme", "darkest"), [("light", 200), ("dark", 0)])
def test_colours_follow_the_system_and_the_choice(show, scheme, darkest):
    page = show("ask", color_scheme=scheme)
    shade = sum(picture(page).getpixel((5, 400))) / 3
    assert (shade > 200) == (darkest == 200)
    page.get_by_label("Colours").select_option("light" if scheme == "dark" else "dark")
    assert (sum(picture(page).getpixel((5, 400))) / 3 > 200) != (darkest == 200)
    page.reload()
    page.locator("textarea").wait_for()
    assert (sum(picture(page).getpixel((5, 400))) / 3 > 200) != (darkest == 200)


def test_the_page_speaks_czech(show, open_page):
    page = show("redline", locale="cs-CZ")
    expect(page.get_by_role("heading", name="Porovnat dvě verze")).to_be_visible()
    page = open_page(locale="cs-CZ")
    expect(page.get_by_role("heading", name="Zeptejte se svých dokumentů")).to_be_visible()
    assert page.evaluate("document.documentElement.lang") == "cs"
    page.get_by_label("Jazyk").select_option("en")
    expect(page.get_by_role("heading", name="Ask your documents")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("view", VIEWS)
def test_axe_finds_no_serious_fault(show, view, scheme):
    if not AXE.exists():
        pytest.skip("axe-core is not installed (npm ci in web/)")
    page = show(view, color_scheme=scheme)
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("axe.run()")["violations"]
    serious = [
        (fault["id"], [node["html"] for node in fault["nodes"][:3]])
        for fault in found
        if fault["impact"] in ("serious", "critical")
    ]
    assert not serious


def test_the_first_paint_comes_soon_and_with_few_requests(open_page):
    page = open_page()
    page.locator("textarea").wait_for()
    painted = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    loaded = page.evaluate("performance.getEntriesByType('resource').map((one) => one.name)")
    assert painted < 5000  # a machine that does much else at the same time
    assert len({name for name in loaded if "/assets/" in name}) <= 3


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_paper_gets_the_answer_with_its_sources_in_black_on_white(show, colours):
    page = show("answer")
    page.get_by_label("Colours").select_option(colours)
    page.emulate_media(media="print")
    assert sum(picture(page).getpixel((5, 400))) == 3 * 255
    shades = page.locator(".answer").evaluate(
        "(card) => [getComputedStyle(card).backgroundColor, getComputedStyle(card.querySelector('.text')).color]"
    )
    assert shades == ["rgb(255, 255, 255)", "rgb(0, 0, 0)"]
    # The citation that is shown is light on dark on the screen: on paper it could not be read.
    current = page.locator(".chip.current")
    assert current.evaluate("(chip) => getComputedStyle(chip).color") == "rgb(0, 0, 0)"
    expect(page.locator(".printed li").first).to_be_visible()
    assert "[1]" in page.locator(".printed").text_content()
    expect(page.get_by_label("Your question")).to_be_hidden()
    expect(page.locator("aside")).to_be_hidden()


def test_the_policy_forbids_everything_but_the_own_files(site):
    policy = httpx.get(site.at(), timeout=SECONDS).headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "script-src 'self'" in policy and "style-src 'self'" in policy


def test_a_script_that_gets_into_the_page_does_not_run(browser, site):
    page = browser.new_page()
    page.goto(site.at())
    page.locator("textarea").wait_for()
    page.evaluate(
        """() => new Promise((failed) => {
            const script = document.createElement("script");
            try { script.textContent = "window.broken = true"; document.body.append(script); } catch {}
            const markup = "<img src=x onerror='window.broken = true'>";
            try { document.body.insertAdjacentHTML("beforeend", markup); } catch {}
            const image = document.createElement("img");
            try { image.setAttribute("onerror", "window.broken = true"); } catch {}
            // What was put in before it has had its turn when this image, the last, has failed.
            image.addEventListener("error", () => requestAnimationFrame(failed));
            image.src = "/none.png";
            document.body.append(image);
        })"""
    )
    assert page.evaluate("window.broken") is None
    page.close()


def test_a_page_of_another_origin_cannot_read_the_api(browser, site):
    page = browser.new_page()
    page.route("http://other.test/", lambda route: route.fulfill(body="<title>other</title>", content_type="text/html"))
    page.goto("http://other.test/")
    read = page.evaluate(
        "(url) => fetch(url).then((answer) => answer.text()).catch(() => 'refused')", site.at("api/v1/collections")
    )
    assert read == "refused"
    page.close()


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("view", [view for view in VIEWS if view != "wide"])
def test_pictures_of_views_for_the_documentation(show, view, scheme):
    page = show(view, color_scheme=scheme, **(LOW if view in ("ask", "truths") else PICTURE_SIZE))
    if view == "document":
        page.get_by_role("button", name="2 Grant").click()
        page.locator("[data-page='2'] img").wait_for()
    elif view == "query":
        page.locator("article.gold mark").first.evaluate("(mark) => mark.scrollIntoView({ block: 'center' })")
    keep_picture(page, view, scheme)
