import type { FakeOrder } from '../testing/index.js';
import type { Environment } from './environment.js';
import { pause, until } from './waiting.js';

/** How long the staff waits until a webhook is acknowledged, or the backend shows a status, in milliseconds. */
const patience = 3_000;

/** What the staff does with an order, and the event that follows. */
const events = {
  inKitchen: 'order.inKitchen',
  ready: 'order.readyForPickup',
  complete: 'order.complete',
  cancel: 'order.cancelled',
  reopen: undefined,
} as const;

export type StaffStep = keyof typeof events;

/** Takes a step with an order. */
export function takeStep({ fake, at, timeline }: Environment, step: StaffStep, id: string): void {
  timeline.note(`staff${at}: ${step} ${id}`, id, contentsText(fake.orders.get(id)));
  fake.orders[step](id);
}

/** Takes a step with each order, and waits until the backend has acknowledged the events, so that a run depends on luck less often. */
export async function staffStep(
  environment: Environment,
  step: StaffStep,
  ids: readonly string[],
): Promise<void> {
  const { timeline, key, webhookSender } = environment;
  const begin = Date.now();
  for (const id of ids) takeStep(environment, step, id);
  const event = events[step];
  if (!event || !key().webhookUrl || webhookSender.isUnreliable) return;
  const isAcknowledged = (id: string) =>
    timeline
      .since(begin, 'webhook')
      .some(
        (webhook) =>
          webhook.orderId === id &&
          [event, 'order.statusUpdated'].includes(webhook.event) &&
          webhook.status === 200,
      );
  await until(() => ids.every(isAcknowledged), patience);
}

/** Returns what an order contains, or `undefined` if it is empty. */
function contentsText(order: FakeOrder | undefined): string | undefined {
  const pieces = (id: string | null | undefined, quantity: number | null | undefined) =>
    `${quantity ?? 1} × ${id}`;
  const lines = order?.items?.map(({ menuItemId, quantity, options }) =>
    [
      pieces(menuItemId, quantity),
      ...(options ?? []).map((option) => pieces(option.optionId, option.quantity)),
    ].join(' with '),
  );
  return lines?.join(', ') || undefined;
}

/** Sends 50 webhooks about orders within a second, as if the merchant republished them. */
export async function republish(
  { fake, key }: Environment,
  ids: readonly string[],
  eventOf: (status: string) => string,
): Promise<void> {
  for (let sent = 0; sent < 50; sent += 1) {
    const order = fake.orders.get(ids[sent % ids.length] ?? '');
    if (order) fake.sendEvent({ event: eventOf(order.status), key: key(), id: order.id });
    await pause(20);
  }
}

/** Waits until the backend shows the status of an order at the outlet, unless the API fails or webhooks do not arrive. */
export async function untilShown(
  { fake, key, webhookSender }: Environment,
  isShown: () => Promise<boolean>,
): Promise<void> {
  if (fake.faults.length > 0 || !key().webhookUrl || webhookSender.isUnreliable) return;
  const end = performance.now() + patience;
  while (performance.now() < end && !(await isShown().catch(() => false))) await until(() => false, 100);
}
