import type { Delivery, Fake } from '../fake/index.js';
import type { RequestSummary } from './contract/requests.js';
import { orderTitles } from './control/board.js';
import { problemOf, statusText } from './control/delivery-outcome.js';

/*
 * The lines that the emulator writes to the terminal.
 */

const maxLength = 300;

/** The characters of a response that a line shows. */
const maxBody = 100;

/** A query value of more than 40 characters, such as a cursor, and its start. */
const longValue = /=([^&]{24})[^&]{17,}/g;

/** Returns the line about a request that has ended. */
export function requestLine({ url }: Request, summary: RequestSummary): string {
  const { method, isReplay, reason, fault, keyLabel } = summary;
  const { pathname, search } = new URL(url);
  return lineOf(
    `${method} ${pathname}${search.replace(longValue, '=$1…')}`,
    statusText(summary),
    isReplay ? 'replay' : undefined,
    fault && !reason?.includes(fault) ? `fault: ${fault}` : undefined,
    reason,
    keyLabel,
  );
}

/** Returns the line about an attempt to deliver a webhook that has ended. */
export function deliveryLine(
  { outlets, clock }: Pick<Fake, 'outlets' | 'clock'>,
  delivery: Delivery,
): string {
  const { event, key, payload, retryAt } = delivery;
  const titles = outlets.map(({ outlet }) => orderTitles(outlet)(payload.id));
  const order = titles.find(Boolean) ?? payload.id ?? '';
  return lineOf(
    event,
    `${order} to ${key.label}`.trimStart(),
    statusText(delivery),
    problemOf(delivery) ?? bodyText(delivery),
    retryAt && `retry in ${Math.max(Math.ceil((Date.parse(retryAt) - clock.now()) / 1_000), 0)} s`,
  );
}

/** The body explains a failure. That of an acknowledgment says nothing. */
function bodyText({ status, responseBody }: Delivery): string | undefined {
  if (status === 200 || responseBody === '') return undefined;
  const isCut = responseBody.length > maxBody;
  return `"${responseBody.slice(0, maxBody).replace(/\s+/g, ' ').trim()}${isCut ? '…' : ''}"`;
}

/** Returns the local time and the parts that are not empty, without characters that control the terminal. */
function lineOf(...parts: readonly (string | undefined)[]): string {
  const time = new Date().toTimeString().slice(0, 8);
  const text = [time, ...parts]
    .filter(Boolean)
    .join('  ')
    .replace(/[\p{Cc}\p{Cf}]/gu, ' ');
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}
