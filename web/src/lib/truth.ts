// Ground truth: questions with the answers and passages that count as right.

import { get, give, send } from "./api";
import type { Truth, TruthFile, TruthSent } from "./wire";

const MANY = 1000;
const at = (file: string, question = ""): string =>
  `/truth/${encodeURIComponent(file)}${question ? `/questions/${encodeURIComponent(question)}` : ""}`;

export const truth = {
  files: async () => (await get<{ files: TruthFile[] }>("/truth")).files,

  /** All questions of a file, in as many requests as it takes. */
  questions: async (file: string): Promise<Truth[]> => {
    const found: Truth[] = [];
    for (;;) {
      const { questions, total } = await get<{ questions: Truth[]; total: number }>(`${at(file)}?limit=${MANY}&offset=${found.length}`);
      found.push(...questions);
      if (!questions.length || found.length >= total) return found;
    }
  },

  add: (file: string, question: TruthSent) => give<Truth>("POST", `${at(file)}/questions`, question),
  change: (file: string, id: string, question: TruthSent) => give<Truth>("PUT", at(file, id), question),
  remove: (file: string, id: string) => send(at(file, id), { method: "DELETE" }),
};
