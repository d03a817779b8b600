import { apiUrl } from '../../base-url.js';
import { connectionProblem } from '../../emulator/connection-problem.js';
import { readHealth } from '../../emulator/server/health.js';
import { parseRateLimit } from '../../rate-limit/stated-limit.js';
import type { Finding } from './finding.js';

/** The largest difference between the clocks without a warning, in milliseconds. */
const maxClockDifference = 5_000;

/** A response of the API, without its body. */
interface RecordedResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Milliseconds since the epoch, on the clock of this machine. */
  readonly sentAt: number;
  readonly receivedAt: number;
}

/** Creates a `fetch` that records the responses, because a failed call does not have all of their headers. */
export function recordedFetch() {
  const responses: RecordedResponse[] = [];
  const recording = async (input: string, init: RequestInit): Promise<Response> => {
    const sentAt = Date.now();
    const response = await globalThis.fetch(input, init);
    const { status, headers } = response;
    responses.push({ status, headers, sentAt, receivedAt: Date.now() });
    return response;
  };
  return { responses, fetch: recording };
}

/** Returns whether a response is a 404 that can come from the API, which sends JSON. */
export function isNotFoundAsJson({ status, headers }: RecordedResponse): boolean {
  return status === 404 && /\bjson\b/.test(headers.get('content-type') ?? '');
}

/**
 * Checks whether the base URL is that of an API.
 * @param error - that of the first call, if it failed
 */
export function checkBaseUrl(url: URL, responses: readonly RecordedResponse[], error: unknown): Finding {
  const check = 'Base URL';
  const fail = (message: string) => ({ check, result: 'fail', message }) as const;
  const [response] = responses;
  if (!response) return fail(connectionProblem(error, url));
  const { status, headers, sentAt, receivedAt } = response;
  if (status >= 300 && status < 400)
    return fail(
      `${apiUrl(url)} redirects, with status ${status}. Set OUTLET_BASE_URL to the URL that it redirects to.`,
    );
  const type = headers.get('content-type') ?? '';
  if (/\bhtml\b/.test(type) && status !== 200 && status !== 404)
    return fail(
      `${apiUrl(url)} returned an HTML page, with status ${status}. It comes from a gateway or proxy in front of the API. Try again later, and check the network.`,
    );
  if (/\bhtml\b/.test(type))
    return fail(
      `${apiUrl(url)} returned an HTML page, with status ${status}. Set OUTLET_BASE_URL to the URL of the API, not of the dashboard.`,
    );
  if (responses.every((one) => one.status === 404))
    return fail(
      `${apiUrl(url)} has no API: it returned 404. Set OUTLET_BASE_URL to the URL in front of /api/v1.`,
    );
  return { check, result: 'ok', message: `${apiUrl(url)} responded in ${receivedAt - sentAt} ms.` };
}

/**
 * Checks the clock of this machine against the `date` header, which has a precision of one second. The clock of an emulator can have
 * been moved ahead.
 */
export async function checkClock(url: URL, response: RecordedResponse): Promise<Finding> {
  const check = 'Clock';
  const { headers, sentAt, receivedAt } = response;
  const date = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(date))
    return { check, result: 'skip', message: 'The response has no date header to compare the clock with.' };
  const difference = date + 500 - (sentAt + receivedAt) / 2;
  if (isSmall(difference)) {
    const seconds = Math.round(Math.abs(difference) / 1_000);
    return { check, result: 'ok', message: `The difference from the API is about ${seconds} s.` };
  }
  const { clockAheadBy = 0 } = (await readHealth(url.href)) ?? {};
  if (clockAheadBy > 0 && isSmall(difference - clockAheadBy)) {
    const message = `The clock of the emulator has been moved ahead by ${durationText(clockAheadBy)}.`;
    return { check, result: 'ok', message };
  }
  const direction = difference > 0 ? 'behind' : 'ahead of';
  const message = `The clock of this machine is ${durationText(Math.abs(difference))} ${direction} the API. Synchronize it, or lists that end now can miss records.`;
  return { check, result: 'warn', message };
}

function isSmall(difference: number): boolean {
  return Math.abs(difference) <= maxClockDifference;
}

/** Formats a duration in its largest unit of which there are at least two. */
function durationText(milliseconds: number): string {
  const units = { days: 86_400_000, hours: 3_600_000, min: 60_000 };
  const [unit, length] = Object.entries(units).find(([, one]) => milliseconds >= 2 * one) ?? ['s', 1_000];
  return `${Math.round(milliseconds / length)} ${unit}`;
}

/** Checks the rate limit headers. API specification: Limits */
export function checkRateLimit(responses: readonly RecordedResponse[]): Finding {
  const check = 'Rate limit';
  const limits = responses.flatMap(({ headers }) => parseRateLimit(headers) ?? []);
  const [first] = limits;
  if (responses.some(({ status }) => status === 429))
    return {
      check,
      result: 'warn',
      message: 'The API returned 429. Check whether another program uses the same key.',
    };
  if (!first)
    return {
      check,
      result: 'warn',
      message:
        'The responses have no valid rate limit headers. Check whether a proxy removes them. The client assumes 5 requests per second.',
    };
  return { check, result: 'ok', message: `The limit of the key is ${first.limit} requests per window.` };
}
