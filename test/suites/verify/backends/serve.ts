import { createServer, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';

interface Reply {
  readonly status: number;
  readonly body?: unknown;
  /** Is called after the response has been sent. */
  readonly afterwards?: () => void;
}

/** Handles requests of a method to paths that match. */
export interface Route {
  readonly method: string;
  /** Its first group is `part`. */
  readonly path: RegExp;
  readonly handle: (request: {
    readonly part: string;
    readonly body: unknown;
    readonly secret: string | null;
    readonly outletRef: string;
  }) => Reply | Promise<Reply>;
}

export function serve(routes: readonly Route[]): void {
  createServer((incoming, outgoing) => {
    void respond(routes, incoming).then(({ status, body = {}, afterwards }) => {
      outgoing.writeHead(status, { 'content-type': 'application/json' });
      outgoing.end(JSON.stringify(body), afterwards);
    });
  }).listen(Number(process.env.PORT), '127.0.0.1');
}

async function respond(routes: readonly Route[], incoming: IncomingMessage): Promise<Reply> {
  const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://localhost');
  for (const { method, path, handle } of routes) {
    const match = method === incoming.method ? path.exec(pathname) : null;
    if (!match) continue;
    try {
      const body = method === 'POST' ? await json(incoming) : undefined;
      return await handle({
        part: decodeURIComponent(match[1] ?? ''),
        body,
        secret: searchParams.get('secret'),
        outletRef: searchParams.get('outlet') ?? '',
      });
    } catch (error) {
      console.error(error);
      return { status: error instanceof SyntaxError ? 400 : 500 };
    }
  }
  return { status: 404 };
}
