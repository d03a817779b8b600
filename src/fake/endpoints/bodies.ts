import type { AppliedDiscount, OrderItem, PartnerInfo, Payment } from '../../entities/index.js';
import { isRecord } from '../../json.js';
import { isWholeCents } from '../outlet/money.js';
import type { Outlet } from '../outlet/outlet.js';
import { visible } from '../outlet/state.js';
import type { Problems } from '../service/http-error.js';
import { readTimestamp } from './ranges.js';

/** Functions that read parts of an order's body. They add to `problems`; check these before you use the result. */

/** API specification: Resources › Order item. */
export function readItems(outlet: Outlet, value: unknown, problems: Problems): OrderItem[] {
  const isEmpty = Array.isArray(value) && value.length === 0;
  problems.unless(!isEmpty, 'items', 'must have at least one item');
  return readList(value, 'items', problems).map((item, index) => {
    const path = `items[${index}]`;
    const onMenu = visible(outlet.state.menuItems, outlet.assumptions).find(
      ({ id }) => id === item.menuItemId,
    );
    problems.unless(onMenu !== undefined, `${path}.menuItemId`, 'names no item of the menu');
    problems.unless(isCount(item.quantity), `${path}.quantity`, 'must be a positive integer');
    problems.unless(isOptionalText(item.customerName), `${path}.customerName`, 'must be a string');
    for (const [position, option] of readOptionalList(item.options, `${path}.options`, problems).entries()) {
      const known = onMenu?.options.some(({ id }) => id === option.optionId) ?? false;
      const place = `${path}.options[${position}]`;
      problems.unless(known, `${place}.optionId`, 'names no option of this item');
      problems.unless(isCount(option.quantity), `${place}.quantity`, 'must be a positive integer');
    }
    return item;
  });
}

/** API specification: Resources › Payment. */
export function readPayments(value: unknown, problems: Problems): Payment[] {
  return readOptionalList(value, 'payments', problems).map((payment, index) => {
    const path = `payments[${index}]`;
    problems.unless(Number.isFinite(payment.amount), `${path}.amount`, 'must be a number');
    for (const field of ['offlineMethod', 'currency', 'externalId', 'customerName']) {
      problems.unless(isOptionalText(payment[field]), `${path}.${field}`, 'must be a string');
    }
    return { ...payment, created: readTime(payment.created, `${path}.created`, problems) };
  });
}

/** Returns a time in the form of responses. API specification: Resources and their fields, timestamps. */
export function readTime(value: unknown, path: string, problems: Problems): string | undefined {
  if (value === undefined) return undefined;
  const instant = readTimestamp(value);
  problems.unless(instant !== undefined, path, 'must be an ISO 8601 timestamp');
  return instant === undefined ? undefined : new Date(instant).toISOString();
}

/** API specification: Resources › Order, field partnerInfo. */
export function readPartnerInfo(value: unknown, problems: Problems): PartnerInfo | undefined {
  if (value === undefined) return undefined;
  return readObject(value, 'partnerInfo', ['partnerChannel', 'orderId'], problems);
}

/** API specification: Resources › Order, field appliedDiscounts. */
export function readDiscounts(outlet: Outlet, value: unknown, problems: Problems): AppliedDiscount[] {
  const { discountField } = outlet.assumptions;
  return readOptionalList(value, 'appliedDiscounts', problems).map((discount, index) => {
    const path = `appliedDiscounts[${index}]`;
    const amount = discount[discountField];
    const isAmount = amount === undefined || (isWholeCents(amount) && amount >= 0);
    const form = 'must be a number of 0 or more with at most 2 decimal places';
    problems.unless(isAmount, `${path}.${discountField}`, form);
    problems.unless(isOptionalText(discount.name), `${path}.name`, 'must be a string');
    return { ...discount, name: typeof discount.name === 'string' ? discount.name : 'Open Discount' };
  });
}

export function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) > 0;
}

export function isOptionalText(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}

/** Returns an object with optional strings in the named fields; an empty one for any other value. */
export function readObject(
  value: unknown,
  path: string,
  texts: readonly string[],
  problems: Problems,
): Record<string, unknown> {
  problems.unless(isRecord(value), path, 'must be an object');
  const object = isRecord(value) ? value : {};
  for (const field of texts) {
    problems.unless(isOptionalText(object[field]), `${path}.${field}`, 'must be a string');
  }
  return object;
}

/** Returns a list of objects; an empty one for `undefined`. */
export function readOptionalList(
  value: unknown,
  path: string,
  problems: Problems,
): Record<string, unknown>[] {
  return value === undefined ? [] : readList(value, path, problems);
}

/** Returns a list of objects. If an entry is not an object, reports only that problem, and returns an empty list. */
export function readList(value: unknown, path: string, problems: Problems): Record<string, unknown>[] {
  const list: unknown[] = Array.isArray(value) ? value : [];
  problems.unless(Array.isArray(value), path, 'must be a list');
  for (const [index, entry] of list.entries()) {
    problems.unless(isRecord(entry), `${path}[${index}]`, 'must be an object');
  }
  return list.every(isRecord) ? list : [];
}
