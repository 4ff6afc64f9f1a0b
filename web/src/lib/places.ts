// Where words stand, as a lawyer says it: the file, the clause, the page.

import { t } from "./i18n.svelte";
import type { Place } from "./wire";

/** The name of a file without its folders. */
export const fileName = (path: string): string => path.split("/").at(-1)!;

export function shownPlace({ document, pinpoint, page }: Pick<Place, "document" | "pinpoint" | "page">): string {
  return [fileName(document), pinpoint, page ? t("citation.page", { page }) : ""].filter(Boolean).join(", ");
}
