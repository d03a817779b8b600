import type { WebhookEvent } from 'outlet-open-api/webhooks';
import { receiveWebhooks } from '../receive-webhooks.js';
import { Difference } from './expect.js';

/** Receives the webhooks of one key, and hands them out as they are waited for. */
export interface Inbox {
  readonly url: string;
  /** The next event of a name, whether it came already or is still to come. */
  next<Name extends WebhookEvent['event']>(name: Name): Promise<Extract<WebhookEvent, { event: Name }>>;
  close(): Promise<void>;
}

const patience = 15_000;

/** Opens an inbox on a port of its own. */
export async function openInbox(): Promise<Inbox> {
  const events: WebhookEvent[] = [];
  let wake = () => {};
  const receiver = await receiveWebhooks((event) => {
    events.push(event);
    wake();
  });

  async function next<Name extends WebhookEvent['event']>(name: Name) {
    const deadline = AbortSignal.timeout(patience);
    while (!deadline.aborted) {
      const index = events.findIndex(({ event }) => event === name);
      const [found] = index < 0 ? [] : events.splice(index, 1);
      if (found && isNamed(found, name)) return found;
      await new Promise<void>((resolve) => {
        wake = resolve;
        deadline.addEventListener('abort', () => resolve(), { once: true });
      });
    }
    throw new Difference(`expected the webhook ${name}, and none came within ${patience / 1_000} seconds`);
  }

  return { url: receiver.url, next, close: receiver.close };
}

function isNamed<Name extends WebhookEvent['event']>(
  event: WebhookEvent,
  name: Name,
): event is Extract<WebhookEvent, { event: Name }> {
  return event.event === name;
}
