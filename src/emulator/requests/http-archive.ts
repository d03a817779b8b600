import { VERSION } from '../../version.js';
import type { HttpArchive, RequestView } from '../contract/requests.js';

/** Returns requests as an HTTP archive (HAR 1.2), which developer tools of browsers import. The tokens are not in it. */
export function httpArchiveOf(requests: readonly RequestView[]): HttpArchive {
  const creator = { name: 'outlet-open-api emulator', version: VERSION };
  return { log: { version: '1.2', creator, entries: requests.map(entryOf) } };
}

function entryOf(request: RequestView): HttpArchive['log']['entries'][number] {
  const { number, at, method, url, status, duration, reason } = request;
  const { requestHeaders, requestBody, responseHeaders, responseBody } = request;
  const message = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1, bodySize: -1 };
  const time = duration ?? 0;
  return {
    startedDateTime: at,
    time,
    request: {
      ...message,
      method,
      url,
      headers: pairsOf(Object.entries(requestHeaders)),
      queryString: pairsOf([...new URL(url).searchParams]),
      ...(requestBody && { postData: { mimeType: requestHeaders['content-type'] ?? '', text: requestBody } }),
    },
    response: {
      ...message,
      // As in browsers, 0 means that there was no response.
      status: status ?? 0,
      statusText: '',
      headers: pairsOf(Object.entries(responseHeaders)),
      content: {
        size: Buffer.byteLength(responseBody),
        mimeType: responseHeaders['content-type'] ?? '',
        text: responseBody,
      },
      redirectURL: '',
    },
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    comment: [`Request ${number}`, reason].filter(Boolean).join(': '),
  };
}

function pairsOf(pairs: readonly (readonly [name: string, value: string])[]) {
  return pairs.map(([name, value]) => ({ name, value }));
}
