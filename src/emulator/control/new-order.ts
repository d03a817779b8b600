import {
  type ApiKey,
  type FakeChannel,
  FakeError,
  type NewOrder,
  type Outlet,
  visible,
} from '../../fake/index.js';
import type { Random } from '../../random.js';
import type { NewOrderForm } from '../contract/orders.js';
import { findKey } from './keys.js';

/** Returns the order of a form. An order of a key has the fields that the integration of the key would send. */
export function newOrder(outlet: Outlet, form: NewOrderForm): NewOrder {
  const { state, assumptions, random } = outlet;
  const { createdBy, ...fields } = form;
  const { channelId, items } = fields;
  const channel = visible(state.channels, assumptions).find(({ id }) => id === channelId);
  if (!channel)
    throw new FakeError(`The outlet has no published channel ${channelId}. Choose another channel.`);
  for (const item of items) requireMenuItem(outlet, item);
  const key = createdBy === '' ? undefined : findKey(outlet, createdBy);
  return { ...(key && { ...partnerFields(key, channel, form, random), createdBy: key }), ...fields };
}

function partnerFields(
  { label, useCase }: ApiKey,
  { name, type }: FakeChannel,
  { items, guestCount }: NewOrderForm,
  random: Random,
): Pick<NewOrder, 'partnerInfo' | 'partnerReservationInfo'> {
  const reference = `test-${random.hex(6)}`;
  switch (useCase) {
    case 'digital-ordering':
      if (items.length === 0) throw new FakeError('An online order needs at least one item. Add an item.');
      return { partnerInfo: { ...(type === 'partner' && { partnerChannel: name }), orderId: reference } };
    case 'reservations': {
      const isComplete = type === 'dine-in' && guestCount !== undefined;
      if (!isComplete) throw new FakeError('A reservation needs a table and a number of guests. Set both.');
      const guest = { firstName: 'Test', lastName: 'Guest' };
      return { partnerReservationInfo: { partnerName: label, reservationId: reference, ...guest } };
    }
    default:
      return {};
  }
}

/** @throws FakeError if the published menu does not have the item with its options */
export function requireMenuItem(
  { state, assumptions }: Outlet,
  { menuItemId, options = [] }: Omit<NewOrderForm['items'][number], 'quantity'>,
): void {
  const item = visible(state.menuItems, assumptions).find(({ id }) => id === menuItemId);
  if (!item) throw new FakeError(`The published menu has no item ${menuItemId}. Choose another item.`);
  const unknown = options.find(({ optionId }) => !item.options.some(({ id }) => id === optionId));
  if (unknown) throw new FakeError(`The item ${menuItemId} has no option ${unknown.optionId}.`);
}
