/** Whether a field has the focus: the browser then moves the selection into it, and words chosen before stay chosen. */
export function isWriting(): boolean {
  return document.activeElement?.matches("input, textarea, select") ?? false;
}
