// Reporting: keeps a copy of all orders. Webhooks bring new orders, a backfill the past, and a nightly run what webhooks missed.
import { setInterval as every } from 'node:timers/promises';
import { type Order, OutletClient } from 'outlet-open-api';
import { currencyDecimals, inMinorUnits } from 'outlet-open-api/accounting';
import { createMemoryOrderStore, createOrderCopy } from 'outlet-open-api/sync';
import { logError } from './log-error.js';
import { receiveWebhooks } from './receive-webhooks.js';
import { required } from './required.js';

const outletRef = required('OUTLET_REF', 'your own ID of the outlet, such as bistro-1');
const from = required('SINCE', 'the start of the copy, such as 2026-01-01T00:00:00Z');
const currency = required('CURRENCY', 'the currency of payments that have none, such as THB');
const oneDay = 24 * 60 * 60 * 1_000;

const stop = new AbortController();
const { signal } = stop;
process.once('SIGINT', () => stop.abort());
process.once('SIGTERM', () => stop.abort());

const report = { orders: 0, paid: new Map<string, number>() };
const outlet = new OutletClient();
const copy = createOrderCopy({
  store: createMemoryOrderStore(),
  onChange(tx, { before, order }) {
    const payments = [...paymentsOf(order, 1), ...(before ? paymentsOf(before, -1) : [])];
    tx.onCommit(() => {
      if (!before) report.orders += 1;
      for (const { code, units } of payments) report.paid.set(code, (report.paid.get(code) ?? 0) + units);
    });
  },
});

// Receive webhooks before the backfill: its list lacks orders that end while it runs.
const stopWebhooks = await receiveWebhooks({
  consumers: [{ receive: (event) => copy.receive(event, { outlet, keyRef: outletRef, outletRef }) }],
  onAny: ({ event, id }) => console.log(`Webhook ${event} for ${id}`),
});

try {
  await copy.backfill(outlet, {
    outletRef,
    from,
    signal,
    onProgress: ({ fraction, records }) =>
      console.log(`Backfill: ${records} orders, ${Math.round(fraction * 100)} %`),
  });
  await reconcile();
  console.log(`${describeReport()} To stop, press Ctrl+C.`);
  for await (const _ of every(oneDay, undefined, { signal })) await reconcile();
} catch (error) {
  if (!signal.aborted) {
    logError(error);
    process.exitCode = 1;
  }
} finally {
  await stopWebhooks();
  await copy.close();
}
console.log(describeReport());
console.log('Stopped.');

/** If a run fails, the next one covers the same days. */
async function reconcile(): Promise<void> {
  try {
    const { checked, added, changed } = await copy.reconcile(outlet, { outletRef, signal });
    console.log(`Reconciled: ${checked} orders, ${added} added, ${changed} changed`);
  } catch (error) {
    signal.throwIfAborted();
    logError(error);
  }
}

/** Returns what each payment of a complete order adds to the sum of its currency, or takes from it, in the smallest unit. */
function paymentsOf({ status, payments }: Order, sign: 1 | -1) {
  const counted = status === 'complete' ? (payments ?? []) : [];
  return counted.map((payment) => {
    const code = payment.currency ?? currency;
    return { code, units: sign * inMinorUnits(payment.amount ?? 0, code) };
  });
}

function describeReport(): string {
  const sums = Array.from(report.paid, ([code, units]) => {
    const decimals = currencyDecimals(code);
    return `${(units / 10 ** decimals).toFixed(decimals)} ${code}`;
  });
  return `The copy has ${report.orders} orders, with ${sums.join(' and ') || 'nothing'} paid.`;
}
