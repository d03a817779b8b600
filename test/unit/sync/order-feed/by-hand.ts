import type { Order, OutletClient, OutletClientOptions } from 'outlet-open-api';
import type { OrderFeed, OrderFeedOutcome } from 'outlet-open-api/sync';
import { parseWebhookEvent, type WebhookEvent } from 'outlet-open-api/webhooks';
import {
  type Arrival,
  clientOf,
  json,
  type ScriptedService,
  scriptedService,
} from '../../../support/services/scripted-service.js';

/** A client that does what a function does, and sends at once. */
export function clientWith(get: (id: string) => Promise<Order>): OutletClient {
  const outlet = clientOf(scriptedService());
  Object.assign(outlet.orders, { get });
  return outlet;
}

/** A fetch of an order that waits for its response. */
export interface Fetch extends Arrival {
  readonly id: string;
  /** Responds with the order, and with these fields. */
  respond(fields?: object): Promise<void>;
  fail(status: number): Promise<void>;
}

/** A client, and its fetches, to which the test responds. */
export function controlledOutlet(options: OutletClientOptions = {}): {
  outlet: OutletClient;
  fetches: Fetch[];
  service: ScriptedService;
} {
  const fetches: Fetch[] = [];
  const service = scriptedService(
    (arrival) =>
      new Promise((resolve, reject) => {
        const id = arrival.url.pathname.split('/').at(-1) ?? '';
        arrival.signal.addEventListener('abort', () => reject(arrival.signal.reason));
        fetches.push({
          ...arrival,
          id,
          respond(fields) {
            resolve(json({ id, ...fields }));
            return settled();
          },
          fail(status) {
            resolve(json({ code: status, message: 'No' }, status));
            return settled();
          },
        });
      }),
  );
  return { outlet: clientOf(service, { rateLimit: false, maxRetries: 0, ...options }), fetches, service };
}

const realTurn = globalThis.setImmediate;

/** Lets everything happen that needs no timer. */
export async function settled(): Promise<void> {
  for (let turns = 0; turns < 10; turns += 1) await new Promise((resolve) => realTurn(resolve));
}

/** Work that the test ends. */
export interface Work {
  end(): Promise<void>;
  fail(reason: unknown): Promise<void>;
}

/** An `onOrder`, and its runs, which the test ends. */
export function endedByHand(): { onOrder: () => Promise<void>; runs: Work[] } {
  const runs: Work[] = [];
  const onOrder = () =>
    new Promise<void>((resolve, reject) => {
      runs.push({
        end() {
          resolve();
          return settled();
        },
        fail(reason) {
          reject(reason);
          return settled();
        },
      });
    });
  return { onOrder, runs };
}

export const noon = Date.parse('2026-11-01T12:00:00.000Z');

/** An event of an order, that many milliseconds after noon. */
export function completed(id: string, sinceNoon = 0): WebhookEvent {
  const updatedAt = new Date(noon + sinceNoon).toISOString();
  return parseWebhookEvent({ event: 'order.complete', id, updatedAt });
}

/** Adds an event as a webhook handler without `resolve` does. */
export function notify(feed: OrderFeed, event: WebhookEvent): Promise<OrderFeedOutcome> {
  return feed.receive(event, {});
}

/** An event without `updatedAt`. */
export function undated(id: string): WebhookEvent {
  return parseWebhookEvent({ event: 'order.inKitchen', id });
}
