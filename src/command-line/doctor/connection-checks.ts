import { readHealth } from '../../emulator/server/health.js';
import { parseRateLimit } from '../../rate-limit/stated-limit.js';
import type { RecordedResponse } from '../recorded-fetch.js';
import type { Finding } from './finding.js';

/** The largest difference between the clocks without a warning, in milliseconds. */
const maxClockDifference = 5_000;

/**
 * Checks the clock of this machine against the `date` header, which has a precision of one second. The clock of an emulator can have
 * been moved ahead or held.
 */
export async function checkClock(url: URL, response: RecordedResponse): Promise<Finding> {
  const check = 'Clock';
  const { headers, sentAt, receivedAt } = response;
  const date = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(date))
    return { check, result: 'skip', message: 'The response has no date header to compare the clock with.' };
  const difference = date + 500 - (sentAt + receivedAt) / 2;
  if (isSmall(difference)) return { check, result: 'ok', message: 'In sync with the API.' };
  const { clockAheadBy = 0, isClockHeld = false } = (await readHealth(url.href)) ?? {};
  if (isClockHeld) return { check, result: 'ok', message: 'The clock of the emulator is held.' };
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

/** Formats a duration in the largest unit in which its number is at least two. */
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
