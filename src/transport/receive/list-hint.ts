import { day, parseInstant } from '../../instants.js';
import type { CallContext } from '../call-context.js';

/** Statuses that say nothing about a cursor. */
const otherStatuses: readonly number[] = [401, 403, 408, 429];

/** Returns what to do about the error of a page, if its status means something else than for other calls. */
export function listHint({ endpoint, cursor }: CallContext, status: number): string | undefined {
  if (cursor !== undefined && status >= 400 && status < 500 && !otherStatuses.includes(status))
    return 'The API rejects this cursor, or expects it in another query parameter. If no list gets past its first page, set the client option cursorParam: `npx outlet-open-api learn` tries the usual names.';
  if (status === 404 && endpoint.responseKind === 'pages')
    return 'Check baseUrl and the use case of the key. If only some ranges get a 404, the API sends it for a range without records, which the client does not support.';
  return undefined;
}

/** Returns what to do if the API rejects the longest range that the client requests. */
export function rangeHint({ endpoint, request, settings }: CallContext, status: number): string {
  if (endpoint.responseKind !== 'pages' || status !== 400) return '';
  const { searchParams } = new URL(request.url);
  const [from, to] = [parseInstant(searchParams.get('from')), parseInstant(searchParams.get('to'))];
  if (from === undefined || to === undefined || (to - from) / day !== settings.maxRangeDays) return '';
  return `If the API accepts only shorter ranges than ${settings.maxRangeDays} days, set the client option maxRangeDays.`;
}
