import { printable } from '../console.js';

const maxLength = 1_000;

/** Reads the start of a response body as text for one line, and discards the rest. */
export async function startOfBody({ body }: Response): Promise<string> {
  let text = '';
  for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part;
    if (text.length > maxLength) return `${printable(text.slice(0, maxLength))}…`;
  }
  return printable(text.trim());
}
