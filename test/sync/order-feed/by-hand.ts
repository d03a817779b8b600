import type { OutletClient } from 'outlet-open-api';
import { parseWebhookEvent, type WebhookEvent } from 'outlet-open-api/webhooks';
import {
  type Arrival,
  clientOf,
  json,
  type ScriptedService,
  scriptedService,
} from '../../scripted-service.js';

/** A fetch of an order that waits for its answer. */
export interface Fetch extends Arrival {
  readonly id: string;
  /** Answers with the order, and with more of its fields. */
  answer(fields?: object): Promise<void>;
  refuse(status: number): Promise<void>;
}

/** A client whose every fetch is answered by the test. */
export function answeredByHand(): { outlet: OutletClient; fetches: Fetch[]; service: ScriptedService } {
  const fetches: Fetch[] = [];
  const service = scriptedService(
    (arrival) =>
      new Promise((resolve, reject) => {
        const id = arrival.url.pathname.split('/').at(-1) ?? '';
        arrival.signal.addEventListener('abort', () => reject(arrival.signal.reason));
        fetches.push({
          ...arrival,
          id,
          answer(fields) {
            resolve(json({ id, ...fields }));
            return settled();
          },
          refuse(status) {
            resolve(json({ code: status, message: 'No' }, status));
            return settled();
          },
        });
      }),
  );
  return { outlet: clientOf(service, { rateLimit: false, maxRetries: 0 }), fetches, service };
}

/** What needs no timer is over after a few turns, which take no time. */
const realTurn = globalThis.setImmediate;

/** Lets happen whatever happens without time. */
export async function settled(): Promise<void> {
  for (let turns = 0; turns < 10; turns += 1) await new Promise((resolve) => realTurn(resolve));
}

/** Work that the test ends by hand. */
export interface Work {
  end(): Promise<void>;
  fail(reason: unknown): Promise<void>;
}

/** An `onOrder` whose every run is ended by the test. */
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

/** An event of an order that happened so many milliseconds after noon. */
export function completed(id: string, sinceNoon = 0): WebhookEvent {
  const updatedAt = new Date(noon + sinceNoon).toISOString();
  return parseWebhookEvent({ event: 'order.complete', id, updatedAt });
}

/** An event that does not say when it happened. */
export function undated(id: string): WebhookEvent {
  return parseWebhookEvent({ event: 'order.inKitchen', id });
}
