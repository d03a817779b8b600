import { apiUrl } from '../client/base-url.js';
import { connectionProblem } from '../emulator/connection-problem.js';
import type { Finding } from './doctor/finding.js';
import type { RecordedResponse } from './recorded-fetch.js';

/** Returns whether a response is a 404 that can come from the API, which sends JSON. */
export function isNotFoundAsJson({ status, headers }: RecordedResponse): boolean {
  return status === 404 && /\bjson\b/.test(headers.get('content-type') ?? '');
}

/**
 * Checks whether the base URL is that of an API.
 * @param error - the error of the first call, if it failed
 */
export function checkBaseUrl(url: URL, responses: readonly RecordedResponse[], error: unknown): Finding {
  const check = 'Base URL';
  const fail = (message: string): Finding => ({ check, result: 'fail', message });
  const [response] = responses;
  if (!response) return fail(connectionProblem(error, url));
  const { status, headers, sentAt, receivedAt } = response;
  if (status >= 300 && status < 400)
    return fail(`${apiUrl(url)} redirects, with status ${status}. Use the URL that it redirects to.`);
  const type = headers.get('content-type') ?? '';
  if (/\bhtml\b/.test(type) && status !== 200 && status !== 404)
    return fail(
      `${apiUrl(url)} returned an HTML page, with status ${status}. It comes from a gateway or proxy in front of the API. Try again later, and check the network.`,
    );
  if (/\bhtml\b/.test(type))
    return fail(
      `${apiUrl(url)} returned an HTML page, with status ${status}. Use the URL of the API, not of the dashboard.`,
    );
  if (responses.every((one) => one.status === 404))
    return fail(`${apiUrl(url)} has no API: it returned 404. Use the URL in front of /api/v1.`);
  return { check, result: 'ok', message: `${apiUrl(url)} responded in ${receivedAt - sentAt} ms.` };
}
