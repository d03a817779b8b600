import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A document of the accounting system. */
export interface LedgerDocument {
  readonly reference: string;
  readonly date: string;
  readonly amount: string;
  readonly currency: string;
}

/** A fake accounting system on a loopback port. */
export interface AccountingSystem {
  readonly url: string;
  readonly documents: readonly LedgerDocument[];
  /** The first day that is open. Earlier documents are rejected. */
  openFrom: string;
  /** A payment method without an account. Its documents are rejected. */
  unknownMethod?: string | undefined;
  close(): Promise<void>;
}

/**
 * Opens a fake accounting system. It creates a document for each POST, unless it knows the idempotency key.
 * @param drop - returns whether the connection of a request drops: before the system has processed it, or after that
 */
export async function openAccountingSystem(
  drop: () => 'before' | 'after' | undefined = () => undefined,
): Promise<AccountingSystem> {
  const documents: LedgerDocument[] = [];
  const keys = new Set<unknown>();
  const server = createServer(async (request, response) => {
    const dropped = drop();
    const body = request.method === 'POST' ? await json(request) : undefined;
    if (dropped === 'before') {
      request.socket.destroy();
      return;
    }
    const url = new URL(request.url ?? '', 'http://localhost');
    const [status, result] = body
      ? create(body as LedgerDocument, request.headers['idempotency-key'])
      : [200, read(url)];
    if (dropped === 'after') request.socket.destroy();
    else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(result));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const system: AccountingSystem = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    documents,
    openFrom: '2000-01-01',
    async close() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
  return system;

  function read({ pathname, searchParams }: URL): unknown {
    if (pathname === '/company') return { openFrom: system.openFrom };
    return documents.filter(({ reference }) => reference === searchParams.get('reference'));
  }

  function create(document: LedgerDocument, key: unknown): [status: number, result: unknown] {
    const [, , method] = document.reference.split('/');
    if (document.date < system.openFrom) return [400, 'The month is closed.'];
    if (method === system.unknownMethod) return [400, 'The method has no account.'];
    if (key === undefined || !keys.has(key)) documents.push(document);
    keys.add(key);
    return [201, document];
  }
}
