// The one door to the server: `/api/v1`, and nothing else.

import { readEvents, type ServerEvent } from "./sse";
import type { Card, Collection, Job, Outline, Page, PlacedText, Span, Version, Word } from "./wire";

const ROOT = "/api/v1";
const KEY = "pincite.key";
const FIRST = 200;
const MANY = 1000;

/** A request that failed: `status` is 0 where the server cannot be reached; `code` is the server's word for it. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly code = "",
  ) {
    super(message);
  }

  get offline(): boolean {
    return this.status === 0;
  }

  get needsKey(): boolean {
    return this.status === 401;
  }
}

export function asApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError(-1, String(error));
}

export interface Scope {
  kind?: string;
  party?: string;
  since?: string;
  until?: string;
  file?: string;
  documents?: string[];
  /** Metadata or tags that a document must have. */
  where?: Record<string, string>;
}

/** What failed with filters on: that nothing is there means that no document meets them. */
export function withFilters(error: ApiError, scope: Scope): ApiError {
  const none = error.code === "not-found" && Object.keys(scope).length > 0;
  return none ? new ApiError(error.status, error.message, "no-match") : error;
}

export function setKey(key: string): void {
  sessionStorage.setItem(KEY, key);
}

function headers(more: Record<string, string> = {}): Record<string, string> {
  const key = sessionStorage.getItem(KEY);
  return key ? { ...more, Authorization: `Bearer ${key}` } : more;
}

async function failure(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const error = (body as { error?: { code?: string; message?: string } } | null)?.error;
  return new ApiError(response.status, error?.message ?? `${response.status} ${response.statusText}`, error?.code);
}

export async function send(path: string, init: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(ROOT + path, { ...init, headers: headers(init.headers as Record<string, string>) });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError(0, String(error));
  }
  if (!response.ok) throw await failure(response);
  return response;
}

export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return (await send(path, signal ? { signal } : {})).json() as Promise<T>;
}

/** Send a record, and get one. */
export async function give<T>(method: "POST" | "PUT", path: string, body: unknown): Promise<T> {
  const json = { "Content-Type": "application/json" };
  return (await send(path, { method, headers: json, body: JSON.stringify(body) })).json() as Promise<T>;
}

/** A file as a download: fetched, since a link cannot send a key. */
export async function download(path: string, name: string): Promise<void> {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await (await send(path)).blob());
  link.download = name;
  link.click();
  // The browser reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** A path with its query; a list gives a name several times. */
export function withQuery(path: string, query: Record<string, string | number | string[] | null | undefined>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value ?? ""]).map((one) => [name, String(one)]),
  );
  const search = new URLSearchParams(pairs.filter(([, value]) => value !== "")).toString();
  return search ? `${path}?${search}` : path;
}

export const inCollection = (collection: string, path: string): string =>
  `/collections/${encodeURIComponent(collection)}${path}`;

export const ofDocument = (collection: string, id: string, path = ""): string =>
  inCollection(collection, `/documents/${encodeURIComponent(id)}${path}`);

const at = (span: Span | null): string => (span ? `?start=${span[0]}&end=${span[1]}` : "");

export const api = {
  version: () => get<Version>("/version"),

  collections: async () => (await get<{ collections: Collection[] }>("/collections")).collections,

  /** All documents, in as many requests as it takes; `some` hears of those that are there so far. */
  documents: async (collection: string, some: (found: Card[], total: number) => void = () => undefined): Promise<Card[]> => {
    let found: Card[] = [];
    for (;;) {
      // The first request is small: what is seen first is there soon.
      const path = inCollection(collection, `/documents?limit=${found.length ? MANY : FIRST}&offset=${found.length}`);
      const { documents, total } = await get<{ documents: Card[]; total: number }>(path);
      found = [...found, ...documents];
      some(found, total);
      if (!documents.length || found.length >= total) return found;
    }
  },

  document: (collection: string, id: string) => get<Card>(ofDocument(collection, id)),

  outline: (collection: string, id: string) => get<Outline>(ofDocument(collection, id, "/outline")),

  text: (collection: string, id: string, span: Span, signal?: AbortSignal) =>
    get<PlacedText>(ofDocument(collection, id, `/text${at(span)}`), signal),

  pages: async (collection: string, id: string, span: Span | null) =>
    (await get<{ pages: Page[] }>(ofDocument(collection, id, `/pages${at(span)}`))).pages,

  /** The picture of a page; fetched, since an image element cannot send a key. */
  pageImage: async (collection: string, id: string, page: number, signal: AbortSignal) =>
    (await send(ofDocument(collection, id, `/pages/${page}/image`), { signal })).blob(),

  pageWords: async (collection: string, id: string, page: number, signal: AbortSignal) =>
    (await get<{ words: Word[] }>(ofDocument(collection, id, `/pages/${page}/words`), signal)).words,

  job: (collection: string, id: string) => get<Job>(inCollection(collection, `/jobs/${encodeURIComponent(id)}`)),

  remove: (collection: string, id: string) => send(ofDocument(collection, id), { method: "DELETE" }),

  tags: async (collection: string, id: string) =>
    (await get<{ tags: Record<string, string> }>(ofDocument(collection, id, "/tags"))).tags,

  tag: async (collection: string, id: string, tags: Record<string, string>) =>
    (await give<{ tags: Record<string, string> }>("PUT", ofDocument(collection, id, "/tags"), { tags })).tags,
};

export interface Question {
  question: string;
  history: { asked: string; answer: string }[];
  scope: Scope;
  each: boolean;
}

/** The events of an answer as it is made: `route`, `draft`, `sources`, `text`, `answer`, `done`, `error`. */
export async function* ask(collection: string, asked: Question, signal: AbortSignal): AsyncGenerator<ServerEvent> {
  const { question, history, scope, each } = asked;
  const chat = history.length > 0 && !each;
  const response = await send(inCollection(collection, chat ? "/chat/stream" : "/ask/stream"), {
    method: "POST",
    signal,
    headers: { "Content-Type": "application/json", Accept: "text/event-stream" },
    body: JSON.stringify({ question, scope, ...(chat ? { history } : { each }) }),
  });
  if (!response.body) throw new ApiError(0, "empty");
  yield* readEvents(response.body);
}

/** Send files; the job that reads them. XMLHttpRequest, since `fetch` does not say how much of a body is sent. */
export function upload(
  collection: string,
  files: { file: File; name: string }[],
  progress: (sent: number, total: number) => void,
): Promise<Job> {
  const form = new FormData();
  for (const { file, name } of files) form.append("files", file, name);
  const request = new XMLHttpRequest();
  request.open("POST", ROOT + inCollection(collection, "/documents"));
  for (const [name, value] of Object.entries(headers())) request.setRequestHeader(name, value);
  request.upload.onprogress = (event) => event.lengthComputable && progress(event.loaded, event.total);
  return new Promise((resolve, reject) => {
    request.onerror = () => reject(new ApiError(0, "offline"));
    request.onload = async () => {
      const response = new Response(request.responseText, { status: request.status, statusText: request.statusText });
      if (response.ok) resolve((await response.json()) as Job);
      else reject(await failure(response));
    };
    request.send(form);
  });
}

/** The states of a job until it is over. */
export async function* followJob(collection: string, id: string): AsyncGenerator<Job> {
  const response = await send(inCollection(collection, `/jobs/${encodeURIComponent(id)}/events`));
  if (!response.body) return;
  for await (const { event, data } of readEvents(response.body)) if (event === "job") yield JSON.parse(data) as Job;
}

export type { Job };
