const FIELDS = "input, textarea, select";

/** Whether the selection is in a field, where it moves when the field gets the focus: words chosen before stay chosen.
 *
 * The browser tells of it later, when the focus may have gone on; so it is asked where the selection is, too. */
export function isWriting(): boolean {
  const selection = getSelection();
  const selected = selection?.anchorNode?.childNodes[selection.anchorOffset];
  return [document.activeElement, selected].some((one) => one instanceof Element && one.matches(FIELDS));
}
