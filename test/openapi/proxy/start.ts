import { readFileSync } from 'node:fs';
import { createLogger } from '@stoplight/prism-core';
import { getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { createServer } from '@stoplight/prism-http-server';
import { onTestFinished } from 'vitest';

export interface Proxy {
  readonly url: string;
  /** Sends a request to the proxy, and keeps what Prism has reported about it. */
  readonly fetch: typeof fetch;
  /** What Prism has reported about requests and responses. */
  readonly violations: readonly string[];
  /** The statuses of all responses so far. */
  readonly statuses: ReadonlySet<number>;
}

/**
 * Starts Prism as a proxy in front of a service, as `prism proxy --errors` does. The test that called this function closes it. The
 * library runs on Node.js 20, but the command line of Prism does not.
 */
export async function startProxy(upstream: string): Promise<Proxy> {
  const operations = await getHttpOperationsFromSpec(documentWithWholePaths());
  const server = createServer(operations, {
    components: { logger: createLogger('prism', { level: 'silent' }) },
    cors: false,
    config: {
      isProxy: true,
      upstream: new URL(upstream),
      upstreamProxy: undefined,
      errors: true,
      validateRequest: true,
      validateResponse: true,
      checkSecurity: true,
      mock: { dynamic: false },
    },
  });
  const url = await server.listen(0, '127.0.0.1');
  onTestFinished(() => server.close());
  const violations: string[] = [];
  const statuses = new Set<number>();
  return {
    url,
    violations,
    statuses,
    async fetch(input, init) {
      const response = await fetch(input, init);
      statuses.add(response.status);
      const { headers } = response;
      const isFromPrism = headers.get('content-type')?.startsWith('application/problem+json');
      const report = isFromPrism ? await response.clone().text() : headers.get('sl-violations');
      if (report !== null) violations.push(`${init?.method ?? 'GET'} ${String(input)}: ${report}`);
      return response;
    },
  };
}

/** Prism ignores the path of a server, so the paths contain it. */
function documentWithWholePaths(): object {
  const document = JSON.parse(readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'));
  const paths = Object.entries(document.paths).map(([path, item]) => [`/api/v1${path}`, item]);
  return { ...document, paths: Object.fromEntries(paths) };
}
