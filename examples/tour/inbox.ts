import { createServer } from 'node:http';
import {
  createWebhookHandler,
  sharedSecret,
  toNodeListener,
  type WebhookEvent,
} from 'outlet-open-api/webhooks';
import { listen } from '../restaurant/serve.js';
import { Difference } from './expect.js';

/** Receives the webhooks of one key. */
export interface Inbox {
  /** The webhook URL, with its secret. */
  readonly url: string;
  /** Returns the next event with a name. Waits for it if it has not arrived. */
  next<Name extends WebhookEvent['event']>(name: Name): Promise<Extract<WebhookEvent, { event: Name }>>;
  close(): Promise<void>;
}

const timeout = 15_000;

/** Opens an inbox on a free port. */
export async function openInbox(): Promise<Inbox> {
  const events: WebhookEvent[] = [];
  let wake = () => {};
  const secret = crypto.randomUUID();
  const handle = createWebhookHandler({
    verify: [sharedSecret({ query: 'secret', value: secret })],
    onAny(event) {
      events.push(event);
      wake();
    },
  });
  const server = await listen(createServer(toNodeListener(handle)));

  async function next<Name extends WebhookEvent['event']>(name: Name) {
    const deadline = AbortSignal.timeout(timeout);
    while (!deadline.aborted) {
      const index = events.findIndex(({ event }) => event === name);
      const [found] = index < 0 ? [] : events.splice(index, 1);
      if (found && isNamed(found, name)) return found;
      await new Promise<void>((resolve) => {
        wake = resolve;
        deadline.addEventListener('abort', () => resolve(), { once: true });
      });
    }
    throw new Difference(`The webhook ${name} did not arrive within ${timeout / 1_000} seconds.`);
  }

  return { url: `${server.url}/?secret=${secret}`, next, close: server.close };
}

function isNamed<Name extends WebhookEvent['event']>(
  event: WebhookEvent,
  name: Name,
): event is Extract<WebhookEvent, { event: Name }> {
  return event.event === name;
}
