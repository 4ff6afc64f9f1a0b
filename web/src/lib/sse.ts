// Server-sent events of a POST, which the browser's own EventSource cannot send.

export interface ServerEvent {
  event: string;
  data: string;
}

function parse(block: string): ServerEvent | null {
  let event = "message";
  const data: string[] = [];
  for (const line of block.split("\n")) {
    if (line.startsWith("event:")) event = line.slice(6).trim();
    else if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""));
  }
  return data.length ? { event, data: data.join("\n") } : null;
}

export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let held = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      // A lone CR at the end may be the first half of CRLF: it waits for what follows.
      held += decoder.decode(value, { stream: !done });
      const whole = done ? held + "\n\n" : held;
      const blocks = whole.replace(/\r\n/g, "\n").split("\n\n");
      held = blocks.pop() ?? "";
      for (const block of blocks) {
        const found = parse(block);
        if (found) yield found;
      }
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
