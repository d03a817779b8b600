import { OutletClient } from 'outlet-open-api';
import { everywhere } from '../cases/everywhere.js';
import { runCases } from '../cases/run-cases.js';

import otherCopy = require('outlet-open-api');

/** One client for all requests, as in a Worker that keeps expensive objects. */
let outlet: OutletClient | undefined;

export default {
  fetch(request: Request): Promise<Response> {
    return new URL(request.url).pathname === '/cases'
      ? respondWithCases(request)
      : respondWithChannels(request);
  },
};

/** Runs the cases against the service at the URL in the body, and returns their outcomes. */
async function respondWithCases(request: Request): Promise<Response> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const serviceUrl = await request.text();
  const encoder = new TextEncoder();
  const report = (line: string) => void writer.write(encoder.encode(`${line}\n`));
  runCases(everywhere, { serviceUrl, otherCopy }, report).finally(() => writer.close());
  return new Response(readable);
}

/** Returns the number of channels of the restaurant in the body. */
async function respondWithChannels(request: Request): Promise<Response> {
  const { url, token }: { url: string; token: string } = await request.json();
  outlet ??= new OutletClient({ baseUrl: url, accessToken: token, logLevel: 'off' });
  const channels = await outlet.channels.list();
  return new Response(String(channels.length));
}
