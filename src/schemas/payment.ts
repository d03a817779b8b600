import { documented, looseObject, number, openEnum, string } from './fields.js';

/** Specification: "Resources and their fields", Payment. */
export const offlineMethodSchema = openEnum(['card']);

/** Specification: "Resources and their fields", Payment. */
export const paymentSchema = looseObject({
  offlineMethod: documented(offlineMethodSchema),
  amount: documented(number),
  currency: documented(string),
  externalId: documented(string),
  created: documented(string),
  customerName: documented(string),
});
