import type { Outlet } from '../outlet/outlet.js';
import { type FakeChannel, visible } from '../outlet/state.js';
import type { Call } from '../service/handler.js';
import type { Problems } from '../service/http-error.js';
import { channelFields } from './documented-fields.js';
import { wholeList } from './pages.js';

export const channelEndpoints = { 'GET /channels': list };

/** API specification: Endpoints › `GET /channels`. */
function list({ outlet }: Call): unknown {
  return wholeList(outlet, visible(outlet.state.channels, outlet.assumptions), channelFields, 'orders');
}

export function readChannel(
  { state, assumptions }: Outlet,
  id: unknown,
  problems: Problems,
): FakeChannel | undefined {
  const channel = visible(state.channels, assumptions).find((candidate) => candidate.id === id);
  problems.unless(channel !== undefined, 'channelId', 'must be the ID of a channel of this outlet');
  return channel;
}

/** Returns the table that a body names. API specification: Endpoints › `POST /orders/reservations`. */
export function readTable(outlet: Outlet, id: unknown, problems: Problems): FakeChannel | undefined {
  const channel = readChannel(outlet, id, problems);
  const isTable = channel === undefined || channel.type === 'dine-in';
  problems.unless(isTable, 'channelId', 'must be the ID of a channel of type dine-in');
  return channel;
}
