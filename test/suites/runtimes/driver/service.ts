import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { FakeOutletOptions } from 'outlet-open-api/testing';
import { Restaurant } from './restaurant.js';

/** Restaurants on a loopback port. Each has its own path and tokens. */
export interface Service {
  readonly url: string;
  close(): void;
}

/** CORS headers for the page, which is on another origin. */
const forBrowsers = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, PUT',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key, user-agent',
  'access-control-expose-headers': '*',
};

/** Opens the service. A POST to `/restaurants` opens a restaurant. */
export async function openService(): Promise<Service> {
  const restaurants: Restaurant[] = [];
  const server = createServer((incoming, outgoing) => {
    for (const [name, value] of Object.entries(forBrowsers)) outgoing.setHeader(name, value);
    // A fault of the fake closes the connection.
    respond(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function respond(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const [, number = '', section, detail] = (incoming.url ?? '').split('/');
    const restaurant = restaurants[Number(number)];
    if (incoming.method === 'OPTIONS') outgoing.writeHead(204).end();
    else if (number === 'restaurants') sendJson(outgoing, open((await json(incoming)) as FakeOutletOptions));
    else if (!restaurant) outgoing.writeHead(404).end();
    else if (section === 'control') sendJson(outgoing, await restaurant.ask(detail, incoming));
    else if (section === 'moved') outgoing.writeHead(302, { location: `/${number}/api/v1/channels` }).end();
    else await restaurant.serve(incoming, outgoing, section === 'packed');
  }

  function open(options: FakeOutletOptions) {
    const number = restaurants.length;
    const restaurant = new Restaurant({ ...options, seed: number, baseUrl: `${url}/${number}` });
    restaurants.push(restaurant);
    const { fake } = restaurant;
    return { url: fake.baseUrl, token: fake.key('digital-ordering').token };
  }

  return {
    url,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function sendJson(outgoing: ServerResponse, data: unknown): void {
  outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(data ?? null));
}
