import { isRecord, parseJson } from '../records.js';
import { pause } from './waiting.js';

/** The time in which a receiver should respond, in milliseconds. API specification: Events, rule 6. */
export const responseTime = 5_000;

/** How long the first event of an order is held back, so that later events overtake it, in milliseconds. */
const heldFor = 2_500;

/** An attempt to deliver a webhook, as the backend saw it. */
export interface Attempt {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The JSON body. Retries and repeats have the same one. */
  readonly body: string;
  readonly event: string;
  /** The ID of the order, in events about an order. */
  readonly orderId: string | undefined;
  /** The status of the response; `undefined` if there was none in time. */
  status: number | undefined;
}

export type WebhookSender = ReturnType<typeof createWebhookSender>;

/** Delivers the webhooks of the emulator. */
export function createWebhookSender() {
  const attempts: Attempt[] = [];
  const seen = new Set<string>();
  let isUnreliable = false;

  async function post(url: string, init: RequestInit): Promise<Response> {
    const body = String(init.body);
    const attempt: Attempt = { at: Date.now(), body, ...fieldsOf(body), status: undefined };
    attempts.push(attempt);
    const response = await fetch(url, { ...init, signal: withTimeout(init.signal) });
    attempt.status = response.status;
    return response;
  }

  function isFirst(orderId: string | undefined): boolean {
    if (orderId === undefined || seen.has(orderId)) return false;
    seen.add(orderId);
    return true;
  }

  return {
    /** Every attempt so far, oldest first. */
    attempts,
    /** The `webhookFetch` of the emulator. */
    async deliver(url: string, init: RequestInit): Promise<Response> {
      if (!isUnreliable) return post(url, init);
      if (isFirst(fieldsOf(String(init.body)).orderId)) await pause(heldFor);
      const first = await post(url, init);
      await first.body?.cancel();
      return post(url, init);
    },
    /** Whether webhooks arrive twice, and the first one of each order after the others. */
    set isUnreliable(value: boolean) {
      isUnreliable = value;
      seen.clear();
    },
  };
}

function fieldsOf(body: string): Pick<Attempt, 'event' | 'orderId'> {
  const payload = parseJson(body);
  const { event, id } = isRecord(payload) ? payload : {};
  return { event: String(event), orderId: typeof id === 'string' ? id : undefined };
}

function withTimeout(signal: AbortSignal | null | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(responseTime);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
}
