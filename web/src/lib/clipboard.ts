// Text to the clipboard. A page that came without TLS from another machine has no `navigator.clipboard`.

export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const holder = document.createElement("textarea");
  const focused = document.activeElement;
  holder.value = text;
  holder.className = "unseen";
  document.body.append(holder);
  holder.select();
  const done = document.execCommand("copy");
  holder.remove();
  if (focused instanceof HTMLElement) focused.focus();
  if (!done) throw new Error("the clipboard cannot be used");
}
