// Where the page is, kept in the address behind `#`: every view can be bookmarked, and the server serves one file.
//
//   #/c/contracts/ask?q=Who repairs the roof?
//   #/c/contracts/library?find=lease
//   #/c/contracts/documents/3d40c1b62ec020d5?start=12305&end=12388
//   #/c/contracts/reviews/9f31c0aa51e2b7d4?document=3d40c1b62ec020d5&column=notice
//   #/c/contracts/redline?old=3d40c1b62ec020d5&new=77ab01c2d3e4f506
//   #/c/contracts/runs/default?query=cuad/17
//   #/c/contracts/truth/contracts?question=2f6b7c1d9e0a4b58

export const VIEWS = ["ask", "library", "documents", "reviews", "redline", "runs", "truth"] as const;
export type View = (typeof VIEWS)[number];

export interface Route {
  collection: string;
  view: View;
  /** The document, review, run or file that is shown; empty for the list of them. */
  item: string;
  query: URLSearchParams;
}

function parse(hash: string): Route {
  const [path = "", search = ""] = hash.replace(/^#/, "").split(/\?(.*)/s);
  const [, collection = "", view = "", item = ""] = path.split("/").filter(Boolean).map(decode);
  return {
    collection,
    view: VIEWS.find((one) => one === view) ?? "ask",
    item,
    query: new URLSearchParams(search),
  };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function address(
  collection: string,
  view: View,
  { item = "", query = {} }: { item?: string; query?: Record<string, string | number | null | undefined> } = {},
): string {
  const kept = Object.entries(query).filter(([, value]) => value !== "" && value !== null && value !== undefined);
  const search = new URLSearchParams(kept.map(([key, value]) => [key, String(value)])).toString();
  const path = ["c", collection, view, item].filter(Boolean).map(encodeURIComponent).join("/");
  return `#/${path}${search ? `?${search}` : ""}`;
}

class Router {
  route = $state.raw<Route>(parse(location.hash));

  constructor() {
    addEventListener("hashchange", () => (this.route = parse(location.hash)));
  }

  go(to: string, { replace = false } = {}): void {
    if (replace) history.replaceState(null, "", to);
    else history.pushState(null, "", to);
    this.route = parse(to);
  }

  /** A click on a link: followed at once, also where it leads to what is shown; one for another tab is the browser's. */
  follow(event: MouseEvent, to: string): void {
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    this.go(to);
  }
}

export const router = new Router();
