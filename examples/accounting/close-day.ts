// Takings: counts what the outlet took on a business day, and replaces what an earlier run has counted for this day.
import { dayRange, OutletClient } from 'outlet-open-api';
import { type Taking, takingsOf } from 'outlet-open-api/accounting';
import { JsonFiles } from './json-files.js';
import { logError } from './log-error.js';
import { asText } from './minor-units.js';
import { required } from './required.js';

const [day = ''] = process.argv.slice(2);
const outletRef = required('OUTLET_REF', 'your own ID of the outlet, such as bistro-1');
const { DATA_FOLDER = './data', DAY_STARTS_AT: startsAt = '00:00' } = process.env;
const place = {
  timeZone: required('TIME_ZONE', 'the time zone of the outlet, such as Asia/Bangkok'),
  startsAt,
  currency: required('CURRENCY', 'the currency of the outlet, such as THB'),
};
/** A payment counts on its own day. Its order can have been created up to this long before or after, in milliseconds. */
const margin = 7 * 24 * 60 * 60 * 1_000;

try {
  const { from, to } = dayRange(day, place.timeZone, { startsAt });
  const orders = new OutletClient().orders.list({
    from: new Date(from.getTime() - margin),
    to: new Date(Math.min(to.getTime() + margin, Date.now())),
    status: 'complete',
  });
  const takings = new Map<string, Taking>();
  for await (const order of orders) {
    for (const taking of takingsOf(order, place)) {
      if (taking.day !== day) continue;
      const key = `${taking.method} ${taking.currency}`;
      const minorUnits = taking.minorUnits + (takings.get(key)?.minorUnits ?? 0);
      takings.set(key, { ...taking, minorUnits });
    }
  }
  const files = new JsonFiles<Taking[]>(`${DATA_FOLDER}/${outletRef}/takings`);
  await files.open();
  await files.write(day, [...takings.values()]);
  for (const [key, { minorUnits, currency }] of takings)
    console.log(`${day} ${key}: ${asText(BigInt(minorUnits), currency)}`);
} catch (error) {
  logError(error);
  process.exitCode = 1;
}
