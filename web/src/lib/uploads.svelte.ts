// Files on their way into a collection: sent together, followed one by one.

import { api, asApiError, followJob, upload, type Job } from "./api";
import { said, t } from "./i18n.svelte";

export type UploadState = "waiting" | "sending" | "queued" | "reading" | "done" | "known" | "failed";

export class Upload {
  state = $state<UploadState>("waiting");
  percent = $state(0);
  reason = $state("");
  /** How far the files that are read together are: so many of so many. */
  read = $state("");
  /** Whether it never came to be read, so that it can be sent once more. */
  unsent = $state(false);

  constructor(
    readonly collection: string,
    readonly file: File,
    readonly name: string,
  ) {}

  get over(): boolean {
    return this.state === "done" || this.state === "known" || this.state === "failed";
  }

  fail(reason: string): void {
    this.state = "failed";
    this.reason = reason;
  }
}

// So many files, or so many bytes, go in one request.
const FILES = 50;
const BYTES = 64 * 1024 * 1024;

class Uploads {
  list = $state.raw<Upload[]>([]);
  /** Counts finished batches, so that a list of documents knows when to load again. */
  finished = $state(0);
  /** Whether files are being dragged over the page. */
  over = $state(false);
  private waiting: Promise<void> = Promise.resolve();

  get busy(): boolean {
    return this.list.some((one) => !one.over);
  }

  clear(): void {
    this.list = this.list.filter((one) => !one.over);
  }

  add(collection: string, files: { file: File; name: string }[]): void {
    const added = files.map(({ file, name }) => new Upload(collection, file, name));
    this.list = [...this.list, ...added];
    for (const batch of batches(added)) this.waiting = this.waiting.then(() => this.run(collection, batch));
  }

  /** Send a file once more that did not arrive. */
  again(one: Upload): void {
    this.list = this.list.filter((other) => other !== one);
    this.add(one.collection, [one]);
  }

  private async run(collection: string, batch: Upload[]): Promise<void> {
    try {
      const job = await upload(
        collection,
        batch.map((one) => ({ file: one.file, name: one.name })),
        (sent, total) => showSent(batch, sent / total),
      );
      showJob(batch, job);
      for await (const state of followJob(collection, job.id)) showJob(batch, state);
      showJob(batch, await api.job(collection, job.id));
    } catch (error) {
      const failed = asApiError(error);
      for (const one of batch.filter((one) => !one.over)) {
        one.unsent = true;
        one.fail(failed.offline ? t("upload.offline") : said(`error.${failed.code}`, failed.message));
      }
    }
    this.finished++;
  }
}

function batches(files: Upload[]): Upload[][] {
  const found: Upload[][] = [];
  let bytes = Infinity;
  for (const one of files) {
    if (bytes + one.file.size > BYTES || found.at(-1)!.length >= FILES) {
      found.push([]);
      bytes = 0;
    }
    found.at(-1)!.push(one);
    bytes += one.file.size;
  }
  return found;
}

/** The files of a form are sent one after another: what is sent of the whole says how far each is. */
function showSent(batch: Upload[], share: number): void {
  let sent = share * batch.reduce((sum, one) => sum + one.file.size, 0);
  for (const one of batch) {
    one.percent = one.file.size ? Math.round((100 * Math.max(0, Math.min(sent, one.file.size))) / one.file.size) : 100;
    one.state = one.percent >= 100 ? "queued" : one.percent > 0 ? "sending" : "waiting";
    sent -= one.file.size;
  }
}

function showJob(batch: Upload[], job: Job): void {
  for (const [i, one] of batch.entries()) {
    const file = job.files[i];
    if (!file) continue;
    if (file.outcome === "failed" || file.outcome === "skipped") one.fail(said(`file.${file.kind}`, file.problem));
    else if (job.state === "done") one.state = file.outcome === "unchanged" || file.outcome === "same-text" ? "known" : "done";
    else if (job.state === "failed" || job.state === "cancelled") one.fail(said(`job.${job.state}`, job.problem || job.state));
    else one.state = job.state === "running" ? "reading" : "queued";
    one.read = job.progress ? t("upload.read", { done: job.progress.done, count: job.progress.total }) : "";
  }
}

export const uploads = new Uploads();
