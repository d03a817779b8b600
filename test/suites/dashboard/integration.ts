import { type OrderCreateParams, OutletClient } from 'outlet-open-api';
import type { Emulator } from 'outlet-open-api/emulator';
import type { UseCase, WebhookPayload } from 'outlet-open-api/testing';
import { openReceiver } from '../../unit/emulator/running.js';

export const order: OrderCreateParams = {
  channelId: 'channel-foodie',
  partnerInfo: { partnerChannel: 'foodie', orderId: "F-1's" },
  items: [{ menuItemId: 'item-burger', quantity: 2 }],
};

/** Returns a client that sends each request once and at once, so that a test sees every response. */
export function clientOf({ url }: Emulator, accessToken: string): OutletClient {
  return new OutletClient({
    baseUrl: url,
    accessToken,
    maxRetries: 0,
    rateLimit: false,
    logLevel: 'off',
  });
}

/** The webhooks that a receiver got. */
export interface Received {
  readonly payloads: readonly unknown[];
  /** Returns the names of the events when no webhook is on its way. */
  events(): Promise<readonly string[]>;
}

/** Receives the webhooks of the first key of a use case on a loopback port, until the test ends. */
export async function receiveWebhooks({ fake }: Emulator, useCase: UseCase): Promise<Received> {
  const payloads: Pick<WebhookPayload, 'event'>[] = [];
  fake.key(useCase).webhookUrl = await openReceiver((payload, response) => {
    payloads.push(payload);
    response.end();
  });
  return {
    payloads,
    async events() {
      await fake.idle();
      return payloads.map(({ event }) => event);
    },
  };
}
