import { isRecord } from '../../json.js';
import { type Assumptions, inList, type PagedListName } from '../assumptions.js';

/** The documented fields of an object, or of each object in a list; `value` for anything else. */
export type Fields = 'value' | { readonly [name: string]: Fields };

function fields<const Name extends string>(...names: Name[]): Readonly<Record<string, Fields>> {
  return Object.fromEntries(names.map((name) => [name, 'value']));
}

/** API specification: Resources › Channel. */
export const channelFields: Fields = fields('id', 'type');

/** Only the IDs are documented. API specification: Resources › Menu. */
export const menuFields: Fields = { menuItems: { ...fields('id'), options: fields('id') } };

/** API specification: Resources › Order, Order item, Payment, Reservation info. */
export const orderFields: Fields = {
  ...fields('id', 'status', 'channelId', 'guestCount'),
  partnerInfo: fields('partnerChannel', 'orderId'),
  items: { ...fields('menuItemId', 'quantity', 'customerName'), options: fields('optionId', 'quantity') },
  payments: fields('offlineMethod', 'amount', 'currency', 'externalId', 'created', 'customerName'),
  appliedDiscounts: fields('name'),
  partnerReservationInfo: fields(
    'partnerName',
    'reservationId',
    'firstName',
    'lastName',
    'email',
    'phoneNumber',
    'note',
  ),
};

/** API specification: Resources › Goods receipt. */
export const goodsReceiptFields: Fields = {
  ...fields('id', 'goodsReceiptNumber', 'status', 'created', 'deliveryDate', 'totalPrice', 'discount'),
  ...fields('shippingFee', 'tax', 'total', 'isTaxInclusive'),
  supplier: fields('supplierId', 'name', 'address'),
  items: {
    ...fields('totalPrice', 'discountAmount', 'taxRateName', 'taxRate', 'taxRateKind', 'taxAmount'),
    // A line has a quantity, but its name is not documented.
    ...fields('pricePerUnit', 'inventoryUom', 'quantity'),
  },
};

/** API specification: Resources › Order action log entry. */
export const actionLogFields: Fields = {
  ...fields('action', 'metadata', 'created'),
  actor: fields('type', 'id', 'name', 'role'),
};

/** API specification: Resources › Base menu. */
export const baseMenuFields: Fields = { menuItems: { photos: fields('itemImage') } };

/** Documented lists. If a record has none, the list is empty. */
const lists: readonly string[] = ['items', 'options', 'payments', 'appliedDiscounts'];

/** Returns a value as responses show it. @param list - the list that it is a record of. Only orders have other forms of empty lists */
export function show(
  record: unknown,
  documented: Fields,
  assumptions: Assumptions,
  list?: PagedListName,
): unknown {
  if (Array.isArray(record)) return record.map((entry) => show(entry, documented, assumptions, list));
  if (documented === 'value' || !isRecord(record)) return record;
  const shown: Record<string, unknown> = assumptions.undocumentedFields ? { ...record } : {};
  for (const [name, fields] of Object.entries(documented)) {
    const value = record[name] ?? (lists.includes(name) ? [] : undefined);
    shown[name] = showField(value, fields, assumptions, list);
  }
  return shown;
}

function showField(value: unknown, fields: Fields, assumptions: Assumptions, list?: PagedListName): unknown {
  if (value === undefined && inList(assumptions.emptyFields, list ?? 'orders') === 'null') return null;
  const isEmptyList = Array.isArray(value) && value.length === 0;
  return isEmptyList && list === 'orders'
    ? emptyList[assumptions.emptyLists]
    : show(value, fields, assumptions, list);
}

const emptyList = { empty: [], null: null, absent: undefined } as const;
