import { WebhookParseError } from '../../errors/webhook-parse-error.js';
import { untilAborted } from '../../timers.js';
import type { DeliveryInfo } from '../guards/guard.js';
import { isText, notJson } from '../parse/event-body.js';

/**
 * The body of a delivery as text, whoever has read it. It is counted while it is read, and of one that is too large, or has not come
 * to its end when the signal aborts, no more is read.
 */
export async function readRequest(
  request: Request,
  { body: kept }: DeliveryInfo,
  maxBytes: number,
  signal: AbortSignal,
): Promise<string> {
  // Reading is asynchronous everywhere, and an `await` is forgotten easily.
  const source = kept === undefined ? request : asIfRead(await untilAborted(Promise.resolve(kept), signal));
  if (source.bodyUsed) throw alreadyRead();
  if (Number(source.headers.get('content-length')) > maxBytes) throw tooLarge(maxBytes);
  if (!source.body) return '';
  const reader = source.body.getReader();
  try {
    return await untilAborted(readAll(reader, maxBytes), signal);
  } catch (error) {
    if (error instanceof WebhookParseError) throw error;
    throw signal.aborted
      ? new WebhookParseError('stalled', 'The webhook body did not come to its end within responseTimeout.')
      : new WebhookParseError('cut-off', 'The webhook body broke off.');
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** Something that comes before the handler has read the body, and nothing of it is left. */
export function alreadyRead(): WebhookParseError {
  return new WebhookParseError(
    'already-read',
    'The webhook body was read before the handler got it, and not kept. Let what has read it keep it in request.body, as ' +
      'express.json() does, or pass it to the handler as { body }.',
  );
}

/** What a framework has read goes the way of every other body, so that one bound and one fingerprint serve all. */
function asIfRead(kept: string | Uint8Array | object): Response {
  try {
    const text = isText(kept) ? kept : JSON.stringify(kept);
    return new Response(typeof text === 'string' ? text : text.slice());
  } catch {
    throw notJson();
  }
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
  return new WebhookParseError('too-large', `The webhook body is larger than maxBodyBytes, ${maxBytes}.`);
}
