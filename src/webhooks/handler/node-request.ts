import type { DeliveryInfo } from '../guards/guard.js';
import type { NodeRequest } from './node-listener.js';
import { alreadyRead } from './request-body.js';

/** A request of Node as the Fetch standard has it, and what the standard has no place for. */
export function requestFrom(incoming: NodeRequest): { request: Request; info: DeliveryInfo } {
  const { method = 'GET', headers, socket } = incoming;
  const kept = keptBody(incoming);
  const isRead = kept !== undefined;
  const init = {
    // A `Request` cannot have these methods. As GET, they get a 405 like every method but POST.
    method: /^(?:connect|trace|track)$/i.test(method) ? 'GET' : method,
    headers: headersFrom(headers),
    ...(method === 'POST' && !isRead && { body: bodyFrom(incoming), duplex: 'half' }),
  };
  const info = { clientIp: socket.remoteAddress, ...(isRead && { body: kept }) };
  return { request: new Request(addressOf(incoming), init), info };
}

/** The address as the sender wrote it; on this machine where the sender named none, or none that is one. */
function addressOf({ url = '/', originalUrl = url, headers, socket }: NodeRequest): string {
  const scheme = socket.encrypted ? 'https' : 'http';
  const host = String(headers.host ?? headers[':authority'] ?? '');
  const path = originalUrl.replace(/^https?:\/\/[^/?]*/i, '').replace(/^(?!\/)/, '/');
  const address = `${scheme}://${host}${path}`;
  return /^[\w.:[\]-]+$/.test(host) && URL.canParse(address) ? address : `${scheme}://localhost${path}`;
}

function headersFrom(given: NodeRequest['headers']): Headers {
  // HTTP/2 has some that are none.
  const entries = Object.entries(given).filter(
    ([name, value]) => value !== undefined && !name.startsWith(':'),
  );
  return new Headers(entries.map(([name, value]): [string, string] => [name, String(value)]));
}

/** What a framework has read and kept. Some set an empty object where they have read nothing. */
function keptBody({ rawBody, body, headers }: NodeRequest): string | object | undefined {
  const kept = rawBody ?? body ?? undefined;
  if (kept === undefined || typeof kept === 'string' || ArrayBuffer.isView(kept)) return kept;
  if (typeof kept !== 'object') return String(kept);
  const isEmpty = Object.keys(kept).length === 0 && headers['content-length'] !== '2';
  return isEmpty ? undefined : kept;
}

/** Reads nothing before somebody asks for it, and no more than is asked for. */
function bodyFrom(incoming: NodeRequest): ReadableStream<Uint8Array> {
  let chunks: AsyncIterator<Uint8Array | string> | undefined;
  return new ReadableStream(
    {
      async pull(controller) {
        if (incoming.readableEnded) throw alreadyRead();
        chunks ??= incoming[Symbol.asyncIterator]();
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(typeof value === 'string' ? new TextEncoder().encode(value) : value);
      },
      async cancel() {
        // A sender who still writes sees the answer only when all of it was taken in.
        while (chunks && !(await chunks.next()).done);
      },
    },
    { highWaterMark: 0 },
  );
}
