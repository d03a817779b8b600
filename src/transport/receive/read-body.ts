import { type Cancellation, untilAborted } from '../../cancellation.js';
import { isRecord } from '../../records.js';
import type { FetchResponse } from '../fetch-function.js';

/** Reads a body as text, or returns `undefined` if it is too large. The bytes are counted after decompression. */
export async function readBody(
  response: FetchResponse,
  maxBytes: number,
  attemptCancellation: Cancellation,
): Promise<string | undefined> {
  const { body } = response;
  // The Response of another library can have a body of another kind, or only `text()`.
  if (!isWebStream(body)) {
    const text = await untilAborted(response.text(), attemptCancellation);
    return new TextEncoder().encode(text).byteLength > maxBytes ? undefined : text;
  }
  const reader = body.getReader();
  try {
    return await untilAborted(readAll(reader, maxBytes), attemptCancellation);
  } finally {
    reader.cancel().catch(() => {});
  }
}

const decoder = new TextDecoder();

async function readAll(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  maxBytes: number,
): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    // Decode everything at once: a streaming decoder takes several times as long in Node.js.
    if (done) return decoder.decode(concatenate(chunks, bytes));
    bytes += value.byteLength;
    if (bytes > maxBytes) return undefined;
    chunks.push(value);
  }
}

function concatenate(chunks: readonly Uint8Array[], bytes: number): Uint8Array {
  const [first] = chunks;
  if (first && chunks.length === 1) return first;
  const all = new Uint8Array(bytes);
  let offset = 0;
  for (const chunk of chunks) {
    all.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return all;
}

/** Returns whether a custom fetch has read the body, or is reading it. */
export function isConsumed({ bodyUsed, body }: FetchResponse): boolean {
  return bodyUsed === true || (isWebStream(body) && body.locked);
}

function isWebStream(body: unknown): body is ReadableStream<Uint8Array> {
  return isRecord(body) && typeof body.getReader === 'function';
}

const shownType = /^(?:application|text)\/(?:problem\+)?(?:csv|html|javascript|json|octet-stream|plain|xml)$/;

/** Describes a body without its content. `undefined` means a body that was too large to read. */
export function previewOf({ headers }: FetchResponse, text: string | undefined): string {
  const type = headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const shown = type === '' ? 'no content type' : shownType.test(type) ? type : 'an unusual content type';
  if (text === undefined) return `${shown}, not read completely`;
  const start = text.trimStart()[0] ?? '';
  const kind = { '': 'empty', '<': 'starts like markup', '{': 'starts like JSON', '[': 'starts like JSON' }[
    start
  ];
  return `${shown}, ${text.length} characters, ${kind ?? 'starts like plain text'}`;
}
