import { everywhere } from '../cases/everywhere.js';
import { runCases } from '../cases/run-cases.js';

import otherCopy = require('outlet-open-api');

export default {
  /** Runs the cases against the service at the address in the body, and answers with what they report. */
  async fetch(request: Request): Promise<Response> {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const serviceUrl = await request.text();
    const encoder = new TextEncoder();
    const report = (line: string) => void writer.write(encoder.encode(`${line}\n`));
    runCases(everywhere, { serviceUrl, otherCopy }, report).finally(() => writer.close());
    return new Response(readable);
  },
};
