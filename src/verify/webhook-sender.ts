import { isRecord, parseJson } from '../json.js';
import type { Timeline, WebhookEntry } from './timeline.js';
import { pause } from './waiting.js';

/** The time in which a receiver should respond, in milliseconds. API specification: Events, rule 6. */
export const responseTime = 5_000;

/** How long the first event of an order is held back, so that later events overtake it, in milliseconds. */
const heldFor = 2_500;

/** Delivers the webhooks of the emulator. */
export class WebhookSender {
  readonly #timeline: Timeline;
  readonly #forgedEvent: string;
  readonly #seen = new Set<string>();
  #isUnreliable = false;
  /** The port of another process of the backend, which gets each webhook at the same time. */
  secondPort: number | undefined;

  /** @param forgedEvent - the event of a stranger, which the backend must know */
  constructor(timeline: Timeline, forgedEvent: string) {
    this.#timeline = timeline;
    this.#forgedEvent = forgedEvent;
  }

  /** Whether webhooks arrive twice, and the first one of each order after the others. */
  get isUnreliable(): boolean {
    return this.#isUnreliable;
  }

  set isUnreliable(value: boolean) {
    if (value) this.#timeline.note('Webhooks now arrive twice, and the first one of each order late');
    this.#isUnreliable = value;
    this.#seen.clear();
  }

  /** The `webhookFetch` of the emulator. */
  async deliver(url: string, init: RequestInit): Promise<Response> {
    if (this.secondPort !== undefined) {
      const second = Object.assign(new URL(url), { port: this.secondPort }).href;
      const [response] = await Promise.all([this.#post(url, init), this.#post(second, init)]);
      return response;
    }
    if (!this.isUnreliable) return this.#post(url, init);
    if (this.#isFirst(fieldsOf(String(init.body)).orderId)) await pause(heldFor);
    const first = await this.#post(url, init);
    await first.body?.cancel();
    return this.#post(url, init);
  }

  /** Sends a webhook as a stranger. A closed connection also rejects it. */
  async forge(url: string, id: string, forgedWith: string): Promise<void> {
    const body = JSON.stringify({ event: this.#forgedEvent, id, updatedAt: new Date().toISOString() });
    const headers = { 'content-type': 'application/json' };
    await this.#post(url, { method: 'POST', headers, body }, forgedWith).then(
      (response) => response.body?.cancel(),
      () => undefined,
    );
  }

  async #post(url: string, init: RequestInit, forgedWith?: string): Promise<Response> {
    const body = String(init.body);
    const entry = this.#timeline.add<WebhookEntry>({
      kind: 'webhook',
      at: Date.now(),
      body,
      ...fieldsOf(body),
      outlet: this.#timeline.outlets.get(url) ?? '',
      ...(forgedWith !== undefined && { forgedWith }),
      status: undefined,
    });
    const response = await fetch(url, { ...init, signal: withTimeout(init.signal) });
    entry.status = response.status;
    return response;
  }

  #isFirst(orderId: string | undefined): boolean {
    if (orderId === undefined || this.#seen.has(orderId)) return false;
    this.#seen.add(orderId);
    return true;
  }
}

function fieldsOf(body: string): Pick<WebhookEntry, 'event' | 'orderId'> {
  const payload = parseJson(body);
  const { event, id } = isRecord(payload) ? payload : {};
  return { event: String(event), orderId: typeof id === 'string' ? id : undefined };
}

function withTimeout(signal: AbortSignal | null | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(responseTime);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
}
