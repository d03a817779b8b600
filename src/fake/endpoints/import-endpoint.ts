import type { OrderItem } from '../../entities/index.js';
import { storeOrder } from '../outlet/orders.js';
import type { Call } from '../service/handler.js';
import { Problems } from '../service/http-error.js';
import {
  isOptionalText,
  readDiscounts,
  readObject,
  readOptionalList,
  readPartnerInfo,
  readPayments,
  readTime,
} from './bodies.js';
import { showOrder } from './order-endpoints.js';
import { infoFields } from './reservation-endpoints.js';

export const importEndpoint = { 'POST /orders/import': importOrder };

/**
 * Stores a historical order, and sends no webhook. Checks the types of the documented fields of an order, because the response has the
 * same fields. Does not compare them with the menu. API specification: Endpoints › `POST /orders/import`.
 */
function importOrder({ outlet, key, body }: Call): unknown {
  const { externalOrderSource, channelId, guestCount, partnerReservationInfo: info } = body;
  const problems = new Problems();
  const isNamed = typeof externalOrderSource === 'string' && externalOrderSource !== '';
  problems.unless(isNamed, 'externalOrderSource', 'is required');
  problems.unless(isOptionalText(channelId), 'channelId', 'must be a string');
  problems.unless(isOptionalInteger(guestCount), 'guestCount', 'must be an integer');
  if (info !== undefined) readObject(info, 'partnerReservationInfo', infoFields, problems);
  const fields = {
    partnerInfo: readPartnerInfo(body.partnerInfo, problems),
    items: readItems(body.items, problems),
    payments: readPayments(body.payments, problems),
    appliedDiscounts: readDiscounts(outlet, body.appliedDiscounts, problems),
    orderDate: readTime(body.orderDate, 'orderDate', problems),
    paidAt: readTime(body.paidAt, 'paidAt', problems),
  };
  problems.throwIfAny();
  const total = typeof body.total === 'number' ? body.total : 0;
  const order = { ...body, ...fields, id: outlet.random.hex(24), status: 'complete', total };
  return showOrder(outlet, storeOrder(outlet, order, { createdBy: key, created: fields.orderDate }));
}

function readItems(value: unknown, problems: Problems): OrderItem[] {
  return readOptionalList(value, 'items', problems).map((item, index) => {
    const path = `items[${index}]`;
    readCounted(item, path, ['menuItemId', 'customerName'], problems);
    for (const [position, option] of readOptionalList(item.options, `${path}.options`, problems).entries()) {
      readCounted(option, `${path}.options[${position}]`, ['optionId'], problems);
    }
    return item;
  });
}

function readCounted(
  entry: Record<string, unknown>,
  path: string,
  texts: readonly string[],
  problems: Problems,
): void {
  readObject(entry, path, texts, problems);
  problems.unless(isOptionalInteger(entry.quantity), `${path}.quantity`, 'must be an integer');
}

function isOptionalInteger(value: unknown): boolean {
  return value === undefined || Number.isInteger(value);
}
