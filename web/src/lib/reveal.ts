// Bring an element into view by scrolling what holds it, and nothing further out.

export function reveal(element: Element): void {
  const holder = scroller(element);
  const box = element.getBoundingClientRect();
  const view = holder === document.documentElement ? new DOMRect(0, 0, innerWidth, innerHeight) : holder.getBoundingClientRect();
  // Something taller than the view is shown from its beginning.
  const space = Math.max((view.height - box.height) / 2, Math.min(80, view.height / 4));
  holder.scrollTop += box.top - view.top - space;
}

/** What scrolls an element: one around it, or the page. */
export function scroller(element: Element): Element {
  for (let at = element.parentElement; at; at = at.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  }
  return document.documentElement;
}
