"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
const PAGE = 200, AROUND = 200;
let sortBy = "order", descending = false, shown = PAGE, chosen = null;

const measure = () => Number($("measure").value);
const score = (query, run) => query.scores[run][measure()];
// A score that is missing is null: it is shown as a dash and sorted as the least.
const figure = (value) => value === null ? "–" : value.toFixed(3);
const change = (query) => {
  const [before, after] = [score(query, left()), score(query, right())];
  return before === null || after === null ? null : after - before;
};
const left = () => Number($("left").value);
const right = () => Number(($("right") || $("left")).value);
const two = data.runs.length > 1;

for (const select of document.querySelectorAll("select[data-scope]")) {
  select.addEventListener("change", () => {
    for (const part of document.querySelectorAll(".scoped")) part.hidden = part.dataset.scope !== select.value;
  });
}

function key(query) {
  if (sortBy === "order") return query.order;
  if (sortBy === "query") return query.query.toLowerCase();
  if (sortBy === "id") return query.order;
  const value = sortBy === "change" ? change(query) : score(query, Number(sortBy));
  return value === null ? -Infinity : value;
}

function matching() {
  const words = $("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
  const set = $("set").value, only = $("only").value;
  return data.queries.filter((query) => {
    const text = (query.id + " " + query.query + " " + query.tags.join(" ")).toLowerCase();
    if (set && query.set !== set) return false;
    if (!words.every((word) => text.includes(word))) return false;
    if (only === "zero") return score(query, left()) === 0;
    if (only === "changed") return score(query, left()) !== score(query, right());
    return true;
  });
}

function cell(text, name) {
  const td = document.createElement("td");
  td.textContent = text;
  if (name) td.className = name;
  return td;
}

function row(query) {
  const tr = document.createElement("tr");
  tr.dataset.row = query.id;
  tr.tabIndex = 0;
  if (query.id === chosen) tr.className = "chosen";
  tr.append(cell(query.id), cell(query.query, "words"));
  data.runs.forEach((_, run) => tr.append(cell(figure(score(query, run)))));
  if (two) {
    const moved = change(query);
    tr.append(cell((moved > 0 ? "+" : "") + figure(moved), moved > 0 ? "up" : moved < 0 ? "down" : "same"));
  }
  return tr;
}

function draw() {
  const found = matching();
  found.sort((a, b) => {
    const x = key(a), y = key(b);
    return (x < y ? -1 : x > y ? 1 : a.order - b.order) * (descending ? -1 : 1);
  });
  const body = $("queries").tBodies[0];
  body.replaceChildren(...found.slice(0, shown).map(row));
  $("count").textContent = `${found.length} of ${data.queries.length} queries`;
  $("more").hidden = found.length <= shown;
  for (const th of $("queries").tHead.rows[0].cells) {
    const mine = th.dataset.sort === sortBy;
    th.setAttribute("aria-sort", mine ? (descending ? "descending" : "ascending") : "none");
  }
}

// Offsets count code points and JavaScript's strings count UTF-16 units: texts are taken apart into code points first.
function marks(points, start, spans) {
  const end = start + points.length;
  const edges = new Set([start, end]);
  // A rank stands before the first word of its passage, not before the line breaks it begins with.
  const begins = new Map(spans.map((span) => {
    let at = Math.max(span.start, start);
    while (at + 1 < Math.min(span.end, end) && !points[at - start].trim()) at++;
    return [span, at];
  }));
  for (const span of spans) for (const edge of [span.start, span.end, begins.get(span)]) {
    if (edge > start && edge < end) edges.add(edge);
  }
  const order = [...edges].sort((a, b) => a - b);
  const parts = [];
  for (let i = 0; i + 1 < order.length; i++) {
    const [from, to] = [order[i], order[i + 1]];
    const here = spans.filter((span) => span.start <= from && span.end >= to);
    for (const span of here) if (span.rank && begins.get(span) === from) {
      const sup = document.createElement("sup");
      sup.className = "rank";
      sup.textContent = span.rank;
      parts.push(sup);
    }
    const mark = document.createElement(here.length ? "mark" : "span");
    const gold = here.some((span) => !span.rank), hit = here.some((span) => span.rank);
    mark.className = [gold && "gold", hit && "hit"].filter(Boolean).join(" ");
    mark.textContent = points.slice(from - start, to - start).join("");
    parts.push(mark);
  }
  return parts;
}

// Spans that lie so near each other that their surroundings meet are shown in one piece.
function near(spans) {
  const groups = [];
  let reach = -Infinity;
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    if (span.start > reach + 2 * AROUND) groups.push([]);
    groups[groups.length - 1].push(span);
    reach = Math.max(reach, span.end);
  }
  return groups;
}

function side(query, run) {
  const box = document.createElement("div");
  box.className = "side";
  const title = document.createElement("h3");
  title.textContent = `${data.runs[run]}: ${data.measures[measure()]} ${figure(score(query, run))}`;
  box.append(title);
  if (query.answers[run] !== null) box.append(note(query.answers[run] || "There is no answer.", "asked"));
  const spans = query.gold.map(([doc, start, end]) => ({ doc, start, end, rank: 0 }));
  query.hits[run].forEach(([doc, start, end], n) => spans.push({ doc, start, end, rank: n + 1 }));
  if (!query.hits[run].length) box.append(note("Nothing was retrieved."));
  for (const doc of new Set(spans.map((span) => span.doc))) {
    const name = document.createElement("p");
    name.className = "doc";
    name.textContent = doc + (query.gold.some((gold) => gold[0] === doc) ? "" : " — no gold in this document");
    box.append(name);
    const mine = spans.filter((span) => span.doc === doc);
    let first = true;
    for (const [start, text] of data.texts[doc] || []) {
      const points = [...text], end = start + points.length;
      const here = mine.filter((span) => span.start < end && span.end > start);
      for (const group of near(here)) {
        const from = Math.max(start, Math.min(...group.map((span) => span.start)) - AROUND);
        const to = Math.min(end, Math.max(...group.map((span) => span.end)) + AROUND);
        if (!first) box.append(note("⋯", "gap"));
        first = false;
        const p = document.createElement("p");
        p.className = "text";
        p.append(...marks(points.slice(from - start, to - start), from, group));
        box.append(p);
      }
    }
    if (first) box.append(note("The text was not kept with the run."));
  }
  return box;
}

function note(text, name) {
  const p = document.createElement("p");
  p.className = name || "note";
  p.textContent = text;
  return p;
}

function show(id) {
  const query = data.queries.find((one) => one.id === id);
  if (!query) return;
  chosen = id;
  const panel = $("detail");
  const title = document.createElement("h2");
  title.textContent = query.id;
  panel.replaceChildren(title, note(query.query, "asked"));
  if (!query.gold) {
    panel.append(note("The report was made without the passages of this query; raise --details to have them."));
  } else {
    panel.append(note("Underlined: gold. Shaded: retrieved, with its rank. Both: found."));
    const sides = document.createElement("div");
    sides.className = two && left() !== right() ? "sides two" : "sides";
    sides.append(side(query, left()));
    if (two && left() !== right()) sides.append(side(query, right()));
    panel.append(sides);
  }
  draw();
  panel.scrollIntoView({ behavior: "smooth", block: "start" });
}

data.queries.forEach((query, order) => { query.order = order; });
for (const id of ["filter", "set", "only", "measure", "left", "right"]) {
  if ($(id)) $(id).addEventListener("input", () => { shown = PAGE; draw(); });
}
$("queries").tHead.addEventListener("click", (event) => {
  const th = event.target.closest("th");
  if (!th || !th.dataset.sort) return;
  descending = sortBy === th.dataset.sort ? !descending : !["id", "query"].includes(th.dataset.sort);
  sortBy = th.dataset.sort;
  draw();
});
$("queries").tBodies[0].addEventListener("click", (event) => {
  const tr = event.target.closest("tr[data-row]");
  if (tr) show(tr.dataset.row);
});
$("queries").tBodies[0].addEventListener("keydown", (event) => {
  if (event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  show(event.target.closest("tr[data-row]").dataset.row);
});
$("more").addEventListener("click", () => { shown += PAGE; draw(); });
draw();
if (location.hash) show(decodeURIComponent(location.hash.slice(1)));
