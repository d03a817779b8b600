import { isRecord } from '../../json.js';
import { orderSchema } from '../../schemas/entities.js';
import { type Entry, readList } from '../pages.js';
import type { AssumptionProbes } from '../probe.js';
import { pagedLists } from './records.js';

const documentedFields = Object.keys(orderSchema.shape);

/** Fields that often have no value, by where they are. No order has a value in all of the first three. */
const oftenEmpty = {
  order: ['guestCount', 'partnerInfo', 'partnerReservationInfo'],
  items: ['customerName'],
  payments: ['externalId', 'customerName'],
};

/** Names of a field that contains the whole menu. Any other name may be that of a menu, which is data of the outlet. */
const menuWrappers = ['data', 'menu', 'result'];

/** The form of responses. */
export const fieldProbes = {
  menuWrapper: {
    calls: [['GET /menus']],
    needs: 'a menu with items',
    async *observe(caller, endpoint) {
      const { body } = await caller.read(endpoint);
      if (!isRecord(body)) return;
      const [wrapper, another] = menuWrappers.filter((name) => itemsIn(body[name]));
      if (itemsIn(body)) yield { value: false };
      else if (wrapper !== undefined && another === undefined) yield { value: wrapper };
    },
  },
  undocumentedFields: {
    calls: [['GET /orders']],
    needs: '20 orders',
    async *observe(caller, endpoint) {
      const { records } = await readList(caller, endpoint);
      const hasMore = (order: Entry) => Object.keys(order).some((name) => !documentedFields.includes(name));
      for (const order of records) if (hasMore(order)) yield { value: true };
      // Unlike rare events, such fields are in every order.
      if (records.length >= 20 && !records.some(hasMore)) yield { value: false };
    },
  },
  emptyFields: {
    calls: [['GET /orders']],
    needs: 'orders',
    async *observe(caller, endpoint) {
      for (const order of (await readList(caller, endpoint)).records) {
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
  },
  emptyLists: {
    calls: [['GET /orders']],
    needs: 'an order with and an order without payments',
    async *observe(caller, endpoint) {
      const { records } = await readList(caller, endpoint);
      // Otherwise, the list may hide the payments of all orders.
      if (!records.some(({ payments }) => Array.isArray(payments) && payments.length > 0)) return;
      for (const { payments } of records) {
        if (payments === null) yield { value: 'null' };
        else if (payments === undefined) yield { value: 'absent' };
        else if (Array.isArray(payments) && payments.length === 0) yield { value: 'empty' };
      }
    },
  },
  fieldErrors: {
    calls: [...pagedLists, ['GET /menus']],
    needs: 'a list or menu that rejects an invalid request with field-level errors',
    async *observe(caller, endpoint) {
      const isMenu = endpoint === 'GET /menus';
      // A menu requires the type of a channel.
      const { status, error } = await (isMenu
        ? caller.get('/menus')
        : caller.read(endpoint, { from: 'yesterday' }));
      const errors = error?.errors;
      if (status !== 400) yield { looked: `An invalid ${endpoint} got a ${status}.` };
      else if (errors === undefined) yield { looked: `The 400 of ${endpoint} has no errors.` };
      else if (isFull(errors, isFieldError)) yield { value: 'list' };
      else if (isRecord(errors) && isFull(Object.values(errors), isListOfTexts)) yield { value: 'record' };
      else yield { other: `${endpoint} returns errors of another form.` };
    },
  },
  headerDifference: {
    calls: [['GET /inventory/goods-receipts']],
    needs: '10 goods receipts with totalPrice, tax and two lines',
    async *observe(caller, endpoint) {
      const { records } = await readList(caller, endpoint);
      const differences = records.flatMap((receipt) => differenceOf(receipt) ?? []);
      if (differences.length < 10) return;
      for (const difference of differences) {
        const value = ([0, -0.01, 0.01] as const).find((known) => known === difference);
        if (value !== undefined) yield { value };
        else yield { other: `A header differs from its lines by ${difference}.` };
      }
    },
  },
} satisfies Partial<AssumptionProbes>;

/** Returns the items of a menu. The API specification does not name the field. */
export function itemsIn(menu: unknown): readonly { readonly id: string }[] | undefined {
  if (!isRecord(menu)) return undefined;
  const names = Object.keys(menu).filter((name) => /items$/i.test(name));
  return names.map((name) => menu[name]).find((list) => isFull(list, hasId));
}

/** Returns whether a value is a list with entries that are all of one kind. */
function isFull<T>(value: unknown, isEntry: (entry: unknown) => entry is T): value is T[] {
  return Array.isArray(value) && value.length > 0 && value.every(isEntry);
}

function hasId(value: unknown): value is { id: string } {
  return isRecord(value) && typeof value.id === 'string';
}

function isFieldError(error: unknown): error is { field: string } {
  return isRecord(error) && typeof error.field === 'string' && typeof error.message === 'string';
}

function isListOfTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((text) => typeof text === 'string');
}

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
