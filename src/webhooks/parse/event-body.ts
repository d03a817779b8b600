import { WebhookParseError } from '../../errors/webhook-parse-error.js';
import { isRecord } from '../../records.js';

/** A body that names an event. */
export interface EventBody {
  readonly name: string;
  readonly raw: Readonly<Record<string, unknown>>;
}

/** Reads a body as far as every event goes. Errors tell nothing of its content: it can come from anybody. */
export function readBody(body: string | Uint8Array | object): EventBody {
  const raw = copyOf(isText(body) ? parseJson(body) : body);
  if (!raw) throw new WebhookParseError('not-an-object', 'The webhook body is no JSON object.');
  if (typeof raw.event !== 'string') {
    throw new WebhookParseError('no-event-name', 'The webhook body has no text in its field `event`.');
  }
  return { name: raw.event, raw };
}

/** Bytes are told by `isView`, because a `Buffer` of another realm is no `Uint8Array` of this one. */
export function isText(body: unknown): body is string | Uint8Array {
  return typeof body === 'string' || ArrayBuffer.isView(body);
}

/** The reason is left out: it quotes the body. */
export function notJson(): WebhookParseError {
  return new WebhookParseError('not-json', 'The webhook body is no JSON in UTF-8.');
}

function copyOf(value: unknown): Record<string, unknown> | undefined {
  try {
    // A spread defines fields and never sets them, so that a field named `__proto__` stays data.
    return isRecord(value) ? { ...value } : undefined;
  } catch {
    // What throws when it is looked at came from no JSON.
    return undefined;
  }
}

function parseJson(body: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof body === 'string' ? body.replace(/^\uFEFF/, '') : utf8.decode(body));
  } catch {
    throw notJson();
  }
}

/** Takes a byte order mark off; refuses what is no UTF-8 rather than replace it. */
const utf8 = new TextDecoder('utf-8', { fatal: true });
