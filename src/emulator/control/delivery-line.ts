import type { Delivery } from '../../fake/deliveries/delivery.js';
import type { Outlet } from '../../fake/outlet/outlet.js';
import { logLine } from '../log-line.js';
import { channelNames, titleOf } from './board.js';
import { problemOf, statusText } from './delivery-outcome.js';

/** The characters of a response that a line shows. */
const maxBody = 100;

/** Returns the line for the terminal about an attempt that has ended. */
export function deliveryLine(outlet: Outlet, delivery: Delivery): string {
  const { event, key, payload, retryAt } = delivery;
  const stored = outlet.state.orders.get(payload.id ?? '');
  const order = stored ? titleOf(stored.order, channelNames(outlet)) : payload.id;
  return logLine(
    event,
    `${order ?? ''} to ${key.label}`.trimStart(),
    statusText(delivery),
    problemOf(delivery) ?? bodyText(delivery),
    retryAt === undefined ? undefined : `retry in ${secondsUntil(retryAt, outlet.clock.now())} s`,
  );
}

/** The body explains a failure. That of an acknowledgment says nothing. */
function bodyText({ status, responseBody }: Delivery): string | undefined {
  if (status === 200 || responseBody === '') return undefined;
  const isCut = responseBody.length > maxBody;
  return `"${responseBody.slice(0, maxBody).replace(/\s+/g, ' ').trim()}${isCut ? '…' : ''}"`;
}

function secondsUntil(time: string, now: number): number {
  return Math.max(Math.ceil((Date.parse(time) - now) / 1_000), 0);
}
