import { untilAborted } from '../../cancellation.js';
import { isPlain, isRecord } from '../../json.js';
import type { DeliveryInfo } from '../guards/guard.js';
import { isUnparsed, notJson } from '../parse/parse-webhook-event.js';
import { WebhookParseError } from '../parse/webhook-parse-error.js';

/** Reads the body of a delivery as text. Stops if the body exceeds `maxBytes`, or when the response is due. */
export async function readRequest(
  request: Request,
  { body: parsed }: DeliveryInfo,
  maxBytes: number,
  due: AbortSignal,
): Promise<string> {
  // The caller can have passed a promise of the body.
  const kept = await untilAborted(Promise.resolve(parsed), due);
  const source = kept === undefined ? request : new Response(isUnparsed(kept) ? kept.slice() : toJson(kept));
  if (source.bodyUsed) throw alreadyRead();
  if (Number(source.headers.get('content-length')) > maxBytes) throw tooLarge(maxBytes);
  if (!source.body) return '';
  const reader = source.body.getReader();
  try {
    return await untilAborted(readAll(reader, maxBytes), due);
  } catch (error) {
    if (error instanceof WebhookParseError) throw error;
    throw due.aborted
      ? new WebhookParseError('stalled', 'The webhook body took longer than responseTimeout.')
      : new WebhookParseError('cut-off', 'The connection closed before the webhook body was complete.');
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** Returns the error for a body that was read before the handler and not kept. */
export function alreadyRead(): WebhookParseError {
  return new WebhookParseError(
    'already-read',
    'The webhook body was read before the handler got it. Pass the body as { body }, or keep it in request.body, as express.json() does.',
  );
}

function toJson(parsed: object): string {
  try {
    if (!isRecord(parsed) || isPlain(parsed)) return JSON.stringify(parsed);
  } catch {
    // Has the same remedy.
  }
  throw new WebhookParseError(
    'not-serializable',
    'The parsed webhook body is or contains a value that JSON does not have, such as a stream or a BigInt. Pass the body as it arrived, as { body } with text or bytes.',
  );
}

async function readAll(reader: ReadableStreamDefaultReader<Uint8Array>, maxBytes: number): Promise<string> {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let bytes = 0;
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    bytes += value?.byteLength ?? 0;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    try {
      text += utf8.decode(value, { stream: !done });
    } catch {
      throw notJson();
    }
    if (done) return text;
  }
}

function tooLarge(maxBytes: number): WebhookParseError {
  return new WebhookParseError('too-large', `The webhook body exceeds maxBodyBytes (${maxBytes}).`);
}
