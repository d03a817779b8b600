import { isRecord } from '../../json.js';
import { appliedDiscountSchema, channelSchema, orderSchema } from '../../schemas/entities.js';
import { missingIdIn } from '../../transport/receive/entity.js';
import { type Entry, readList } from '../pages.js';
import type { AssumptionProbes } from '../probe.js';
import { pagedLists } from './records.js';

/** Records and names of fields, by the place. */
type Places = Readonly<Record<string, readonly [readonly Entry[], readonly string[]]>>;

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
    calls: [['GET /orders'], ['GET /channels']],
    needs: 'orders with discounts, and channels',
    async *observe(caller, endpoint) {
      const isOrders = endpoint === 'GET /orders';
      const { records } = await readList(caller, endpoint);
      const places: Places = isOrders
        ? {
            'GET /orders': [records, Object.keys(orderSchema.shape)],
            appliedDiscounts: [
              partsOf(records, 'appliedDiscounts'),
              Object.keys(appliedDiscountSchema.shape),
            ],
          }
        : { 'GET /channels': [records, Object.keys(channelSchema.shape)] };
      for (const [at, [entries, documented]] of Object.entries(places)) {
        const hasMore = entries.some((entry) =>
          Object.keys(entry).some((name) => !documented.includes(name)),
        );
        yield hasMore ? { value: true, at } : { missing: at };
      }
    },
  },
  emptyFields: {
    calls: [['GET /orders'], ['GET /inventory/goods-receipts']],
    isPerList: true,
    needs: 'orders and goods receipts that lack fields',
    async *observe(caller, endpoint) {
      const { records } = await readList(caller, endpoint);
      const places: Places =
        endpoint === 'GET /orders'
          ? {
              'GET /orders': [records, ['guestCount', 'partnerInfo', 'partnerReservationInfo']],
              'items of orders': [partsOf(records, 'items'), ['customerName']],
              payments: [partsOf(records, 'payments'), ['externalId', 'customerName']],
            }
          : {
              'GET /inventory/goods-receipts': [records, ['discount', 'shippingFee', 'tax', 'total']],
              'items of goods receipts': [
                partsOf(records, 'items'),
                ['discountAmount', 'taxRate', 'taxAmount'],
              ],
            };
      for (const [at, [entries, names]] of Object.entries(places)) {
        const values = entries.flatMap((entry) => names.map((name) => entry[name]));
        const empty = values.filter((value) => value === null || value === undefined);
        if (empty.length === 0) yield { missing: at };
        for (const value of empty) yield { value: value === null ? 'null' : 'absent', at };
      }
    },
  },
  emptyLists: {
    calls: [['GET /orders']],
    needs: 'orders with and without payments, discounts, and options of items',
    async *observe(caller, endpoint) {
      const { records } = await readList(caller, endpoint);
      const places = { payments: records, appliedDiscounts: records, options: partsOf(records, 'items') };
      for (const [at, holders] of Object.entries(places)) {
        const values = holders.map((holder) => holder[at]);
        const empty = values.filter((value) => !Array.isArray(value) || value.length === 0);
        // If no list has entries, the API may hide all of them.
        if (empty.length === 0 || empty.length === values.length) yield { missing: at };
        else
          for (const value of empty) {
            if (value === null) yield { value: 'null', at };
            else if (value === undefined) yield { value: 'absent', at };
            else yield Array.isArray(value) ? { value: 'empty', at } : { other: `${at} is not a list.`, at };
          }
      }
    },
  },
  fieldErrors: {
    calls: [...pagedLists, ['GET /menus'], ['POST /orders']],
    needs: 'lists, a menu and a POST /orders that reject an invalid request with field-level errors',
    async *observe(caller, endpoint) {
      const isMenu = endpoint === 'GET /menus';
      const read = () => (isMenu ? caller.get('/menus') : caller.read(endpoint, { from: 'yesterday' }));
      const { status, error } = await (endpoint === 'POST /orders' ? caller.post('/orders', {}) : read());
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
      if (differences.every((difference) => difference === 0))
        return yield { looked: 'No header differs from its lines, but another can.' };
      for (const difference of differences) {
        const value = ([0, -0.01, 0.01] as const).find((known) => known === difference);
        if (value !== undefined) yield { value };
        else yield { other: `A header differs from its lines by ${difference}.` };
      }
    },
  },
} satisfies Partial<AssumptionProbes>;

/** Returns the items of a menu. The API specification does not name the field. */
export function itemsIn(menu: unknown): readonly { readonly id: unknown }[] | undefined {
  if (!isRecord(menu)) return undefined;
  const names = Object.keys(menu).filter((name) => /items$/i.test(name));
  return names.map((name) => menu[name]).find((list) => isFull(list, hasId));
}

/** Returns the entries of a list that each record has. */
export function partsOf(records: readonly Entry[], name: string): Entry[] {
  return records.flatMap(({ [name]: list }) => (Array.isArray(list) ? list.filter(isRecord) : []));
}

/** Returns whether a value is a list with entries that are all of one kind. */
function isFull<T>(value: unknown, isEntry: (entry: unknown) => entry is T): value is T[] {
  return Array.isArray(value) && value.length > 0 && value.every(isEntry);
}

function hasId(value: unknown): value is { id: unknown } {
  return missingIdIn(value) === undefined;
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
