import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OutletClient } from 'outlet-open-api';
import type { Emulator } from 'outlet-open-api/emulator';
import type { UseCase, WebhookPayload } from 'outlet-open-api/testing';
import { onTestFinished } from 'vitest';

/** Creates a client with the first key of a use case. */
export function clientOf({ url, fake }: Emulator, useCase: UseCase): OutletClient {
  return new OutletClient({ baseUrl: url, accessToken: fake.key(useCase).token });
}

/** What a receiver of webhooks got. */
export interface Received {
  readonly payloads: readonly WebhookPayload[];
  /** Returns the names of the events when no webhook is on its way. */
  events(): Promise<readonly string[]>;
}

/** Receives the webhooks of the first key of a use case on a loopback port, until the test ends. */
export async function receiveWebhooks({ fake }: Emulator, useCase: UseCase): Promise<Received> {
  const payloads: WebhookPayload[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    payloads.push(JSON.parse(body));
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  fake.key(useCase).webhookUrl = `http://127.0.0.1:${port}/`;
  return {
    payloads,
    async events() {
      await fake.idle();
      return payloads.map(({ event }) => event);
    },
  };
}
