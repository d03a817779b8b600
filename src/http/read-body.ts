import type { Lifetime } from './lifetime.js';

/**
 * A body as text, or nothing where it is larger than it may be. The bytes are counted as they come and after they were
 * unpacked; of a body that is too large no more is read, and its connection is let go.
 */
export async function readBody(
  response: Response,
  maxBytes: number,
  lifetime: Lifetime,
): Promise<string | undefined> {
  const { body } = response;
  // A `fetch` of another library can have a body of its own kind, or show none of what `text()` gives.
  if (typeof body?.getReader !== 'function') {
    if (typeof response.text !== 'function') return '';
    const text = await lifetime.bound(response.text());
    return new TextEncoder().encode(text).byteLength > maxBytes ? undefined : text;
  }
  const reader = body.getReader();
  try {
    return await lifetime.bound(readAll(reader, maxBytes));
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** Whether a `fetch` of the user's own has read the body, or is about to: nothing of it is left for anybody else. */
export function isTaken({ bodyUsed, body }: Response): boolean {
  return bodyUsed === true || body?.locked === true;
}

async function readAll(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  maxBytes: number,
): Promise<string | undefined> {
  const utf8 = new TextDecoder();
  const texts: string[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return texts.join('') + utf8.decode();
    bytes += value.byteLength;
    if (bytes > maxBytes) return undefined;
    texts.push(utf8.decode(value, { stream: true }));
  }
}
