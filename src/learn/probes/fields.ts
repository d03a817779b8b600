import type { Assumptions } from '../../fake/assumptions.js';
import { isRecord } from '../../records.js';
import { orderSchema } from '../../schemas/entities.js';
import type { Entry } from '../pages.js';
import type { Probe, Sightings, Situation } from '../probe.js';
import { pagedLists, unexpected } from './records.js';

const documentedFields = Object.keys(orderSchema.shape);

export const undocumentedFields: Probe<boolean> = {
  calls: [['GET /orders']],
  needs: '20 orders',
  async *observe({ caller, endpoint }) {
    const orders = await caller.records(endpoint);
    const hasMore = (order: object) => Object.keys(order).some((name) => !documentedFields.includes(name));
    for (const order of orders) if (hasMore(order)) yield { value: true };
    // Unlike rare events, such fields are in every order.
    if (orders.length >= 20 && !orders.some(hasMore)) yield { value: false };
  },
};

/** Fields that often have no value, by where they are. No order has a value in all of the first three. */
const oftenEmpty = {
  order: ['guestCount', 'partnerInfo', 'partnerReservationInfo'],
  items: ['customerName'],
  payments: ['externalId', 'customerName'],
};

export const emptyFields: Probe<Assumptions['emptyFields']> = {
  calls: [['GET /orders']],
  needs: 'orders',
  async *observe({ caller, endpoint }) {
    for (const order of await caller.records(endpoint)) {
      for (const [place, names] of Object.entries(oftenEmpty)) {
        const value = place === 'order' ? [order] : order[place];
        for (const part of Array.isArray(value) ? value.filter(isRecord) : []) {
          for (const name of names) {
            if (part[name] === null) yield { value: 'null' };
            if (part[name] === undefined) yield { value: 'absent' };
          }
        }
      }
    }
  },
};

export const emptyLists: Probe<Assumptions['emptyLists']> = {
  calls: [['GET /orders']],
  needs: 'an order with and an order without payments',
  async *observe({ caller, endpoint }) {
    const orders = await caller.records(endpoint);
    // Otherwise, the list may hide the payments of all orders.
    if (!orders.some(({ payments }) => Array.isArray(payments) && payments.length > 0)) return;
    for (const { payments } of orders) {
      if (payments === null) yield { value: 'null' };
      else if (payments === undefined) yield { value: 'absent' };
      else if (Array.isArray(payments) && payments.length === 0) yield { value: 'empty' };
    }
  },
};

export const fieldErrors: Probe<Assumptions['fieldErrors']> = {
  calls: [...pagedLists, ['GET /menus']],
  needs: 'a list or menu that rejects an invalid request with field-level errors',
  async *observe({ caller, endpoint }) {
    const isMenu = endpoint === 'GET /menus';
    // A menu requires the type of a channel.
    const reply = await (isMenu ? caller.get('/menus') : caller.read(endpoint, { from: 'yesterday' }));
    const { errors } = reply;
    if (reply.status !== 400) yield unexpected(reply, `An invalid ${endpoint}`);
    else if (errors === undefined) yield { looked: `The 400 of ${endpoint} has no errors.` };
    else if (Array.isArray(errors) && errors.length > 0 && errors.every(isFieldError))
      yield { value: 'list' };
    else if (isRecord(errors) && Object.keys(errors).length > 0 && Object.values(errors).every(isListOfTexts))
      yield { value: 'record' };
    else yield { other: `${endpoint} returns errors of another form.` };
  },
};

function isFieldError(error: unknown): boolean {
  return isRecord(error) && typeof error.field === 'string' && typeof error.message === 'string';
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((text) => typeof text === 'string');
}

/** Names of a field that contains the whole menu. Any other name may be that of a menu, which is data of the outlet. */
const menuWrappers = ['data', 'menu', 'result'];

export const menuWrapper: Probe<string | false> = {
  calls: [['GET /menus']],
  needs: 'a menu with items',
  async *observe({ caller, endpoint }) {
    const { body } = await caller.read(endpoint);
    if (!isRecord(body)) return;
    const [wrapper, another] = menuWrappers.filter((name) => itemsIn(body[name]));
    if (itemsIn(body)) yield { value: false };
    else if (wrapper !== undefined && another === undefined) yield { value: wrapper };
  },
};

/** Returns the items of a menu. The API specification does not name the field. */
export function itemsIn(menu: unknown): readonly { readonly id: string }[] | undefined {
  if (!isRecord(menu)) return undefined;
  const names = Object.keys(menu).filter((name) => /items$/i.test(name));
  const lists = names.map((name) => menu[name]).filter(Array.isArray);
  return lists.find((list) => list.length > 0 && list.every(hasId));
}

function hasId(value: unknown): value is { id: string } {
  return isRecord(value) && typeof value.id === 'string';
}

export const headerDifference: Probe<Assumptions['headerDifference']> = {
  calls: [['GET /inventory/goods-receipts']],
  needs: '10 goods receipts with totalPrice, tax and two lines',
  async *observe({ caller, endpoint }) {
    const differences = (await caller.records(endpoint)).flatMap((receipt) => differenceOf(receipt) ?? []);
    if (differences.length < 10) return;
    for (const difference of differences) {
      const value = ([0, -0.01, 0.01] as const).find((known) => known === difference);
      if (value !== undefined) yield { value };
      else yield { other: `A header differs from its lines by ${difference}.` };
    }
  },
};

/** Returns how much `totalPrice` or `tax` differ from the lines; `undefined` if amounts are missing. */
function differenceOf({ items, ...header }: Entry): number | undefined {
  // A receipt of one line has nothing to round.
  if (!Array.isArray(items) || items.length < 2 || !items.every(isRecord) || header.total === 0)
    return undefined;
  const differenceFrom = (amount: unknown, line: string) =>
    Math.round(hundredths(amount)) - Math.round(items.reduce((sum, item) => sum + hundredths(item[line]), 0));
  const price = differenceFrom(header.totalPrice, 'totalPrice');
  const tax = differenceFrom(header.tax, 'taxAmount');
  return Number.isNaN(price + tax) ? undefined : (price || tax) / 100;
}

function hundredths(amount: unknown): number {
  return typeof amount === 'number' ? amount * 100 : Number.NaN;
}

/** Yields the name of the amounts that discounts show, unless it is unusual, because a `value` can be a percentage. */
export async function* shownDiscountFields({ caller, endpoint }: Situation): Sightings<string> {
  for (const { appliedDiscounts } of await caller.records(endpoint)) {
    for (const discount of Array.isArray(appliedDiscounts) ? appliedDiscounts : []) {
      if (isRecord(discount) && typeof discount.amount === 'number') yield { value: 'amount' };
    }
  }
}
