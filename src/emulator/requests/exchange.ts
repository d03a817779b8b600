import type { Fake } from '../../fake/create-fake-outlet.js';
import type { RequestSummary, RequestView } from '../contract.js';
import { curlCommand } from './curl.js';
import { sdkCode } from './sdk-code.js';

/** A request and its response. */
export interface Exchange {
  readonly number: number;
  /** In bytes, approximately. 0 until the exchange has ended. */
  readonly size: number;
  respond(response: Response): void;
  /** Adds bytes of the response body. */
  write(chunk: Uint8Array): void;
  /** Ends the exchange, with or without a complete response. */
  end(): void;
  summary(): RequestSummary;
  view(): RequestView;
  /** Returns the texts that a search looks in. */
  texts(): string[];
}

/** The number of bytes of a response body that the log keeps. */
const maxBody = 64 * 1_024;

export function openExchange(number: number, request: Request, requestBody: string, parts: Fake): Exchange {
  const { fake, outlet, clock, http } = parts;
  const { pathname, search } = new URL(request.url);
  const { method, headers } = request;
  const path = pathname.replace(/^\/api\/v1/, '') + search;
  const key = outlet.keys.withToken(headers.get('authorization')?.replace('Bearer ', '') ?? '');
  const requestHeaders = Object.fromEntries(headers);
  if (headers.has('authorization')) requestHeaders.authorization = 'Bearer …';
  const at = clock.timestamp();
  const began = performance.now();

  let arrived: Request | undefined = request;
  let fault: string | undefined;
  let duration: number | null = null;
  let status: number | null = null;
  let responseHeaders = new Headers();
  let chunks: Uint8Array[] = [];
  let received = 0;
  let responseBody = '';

  function summary(): RequestSummary {
    const remaining = responseHeaders.get('x-ratelimit-remaining');
    return {
      number,
      at,
      method,
      path,
      status,
      duration,
      keyId: key?.id,
      keyLabel: key?.label,
      idempotencyKey: headers.get('idempotency-key') ?? undefined,
      isReplay: responseHeaders.get('x-idempotent-replay') === 'true',
      windowEnd: responseHeaders.get('x-ratelimit-reset') ?? undefined,
      remaining: remaining === null ? undefined : Number(remaining),
      fault: arrived ? http.recordOf(arrived)?.fault : fault,
    };
  }

  return {
    number,
    get size() {
      return duration === null ? 0 : requestBody.length + responseBody.length + 2_000;
    },
    respond(response) {
      status = response.status;
      responseHeaders = response.headers;
    },
    write(chunk) {
      if (received < maxBody) chunks.push(chunk.slice(0, maxBody - received));
      received += chunk.length;
    },
    end() {
      duration = Math.round(performance.now() - began);
      responseBody = Buffer.concat(chunks).toString();
      chunks = [];
      fault = summary().fault;
      arrived = undefined;
    },
    summary,
    texts: () => [path, requestBody, responseBody, headers.get('idempotency-key') ?? ''],
    view: () => ({
      ...summary(),
      requestHeaders,
      requestBody,
      responseHeaders: Object.fromEntries(responseHeaders),
      responseBody: responseBody || Buffer.concat(chunks).toString(),
      isResponseCut: received > maxBody,
      curl: curlCommand({ method, url: request.url, headers: requestHeaders, body: requestBody }),
      sdk: sdkCode(
        { method, path, headers: requestHeaders, body: requestBody },
        fake.assumptions.cursorParam,
      ),
    }),
  };
}
