import { documented, looseObject, number, openEnum, string } from './fields.js';

/** Validates the method of a payment. API specification: Resources › Payment. */
export const offlineMethodSchema = openEnum(['card']);

/** Validates a payment. API specification: Resources › Payment. */
export const paymentSchema = looseObject({
  offlineMethod: documented(offlineMethodSchema),
  amount: documented(number),
  currency: documented(string),
  externalId: documented(string),
  created: documented(string),
  customerName: documented(string),
});
