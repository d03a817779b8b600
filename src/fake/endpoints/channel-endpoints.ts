import { listChannels } from '../../operations/channels.js';
import type { Outlet } from '../outlet/outlet.js';
import type { FakeChannel } from '../outlet/state.js';
import type { Problems } from '../service/refusal.js';
import type { Handlers } from '../service/router.js';
import { wholeList } from './pages.js';

/** Specification: "GET /channels". */
export function channelRules(outlet: Outlet): Handlers {
  return { [listChannels.id]: () => wholeList(outlet, outlet.state.channels) };
}

/** The channel that a body names. */
export function readChannel(outlet: Outlet, id: unknown, problems: Problems): FakeChannel | undefined {
  const channel = outlet.state.channels.find((candidate) => candidate.id === id);
  problems.unless(channel !== undefined, 'channelId', 'must name a channel of this outlet');
  return channel;
}

/** The table that a body names. Specification: "POST /orders/reservations". */
export function readTable(outlet: Outlet, id: unknown, problems: Problems): FakeChannel | undefined {
  const channel = readChannel(outlet, id, problems);
  const isTable = channel === undefined || channel.type === 'dine-in';
  problems.unless(isTable, 'channelId', 'must name a channel of type dine-in');
  return channel;
}
