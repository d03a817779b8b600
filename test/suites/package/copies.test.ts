import { createRequire } from 'node:module';
import { INVALID_SPAN_CONTEXT, trace } from '@opentelemetry/api';
import * as imported from 'outlet-open-api';
import * as importedAccounting from 'outlet-open-api/accounting';
import * as importedExport from 'outlet-open-api/export';
import * as importedOtel from 'outlet-open-api/otel';
import * as importedSync from 'outlet-open-api/sync';
import { createFakeOutlet } from 'outlet-open-api/testing';
import * as importedWebhooks from 'outlet-open-api/webhooks';
import { describe, expect, test } from 'vitest';

// A process that imports and requires the package has two copies of it.
const require = createRequire(import.meta.url);
const required: typeof imported = require('outlet-open-api');
const requiredAccounting: typeof importedAccounting = require('outlet-open-api/accounting');
const requiredExport: typeof importedExport = require('outlet-open-api/export');
const requiredOtel: typeof importedOtel = require('outlet-open-api/otel');
const requiredSync: typeof importedSync = require('outlet-open-api/sync');
const requiredWebhooks: typeof importedWebhooks = require('outlet-open-api/webhooks');

const fake = createFakeOutlet({ seed: 7 });
const { token } = fake.key('order-data');
const id = String(fake.orders.all()[0]?.id);

function clientOf({ OutletClient }: typeof imported): imported.OutletClient {
  return new OutletClient({ baseUrl: fake.baseUrl, accessToken: token, fetch: fake.fetch });
}

const copies = [
  {
    title: 'imported',
    copy: imported,
    accounting: importedAccounting,
    exporting: importedExport,
    otel: importedOtel,
    sync: importedSync,
    webhooks: importedWebhooks,
    other: required,
  },
  {
    title: 'required',
    copy: required,
    accounting: requiredAccounting,
    exporting: requiredExport,
    otel: requiredOtel,
    sync: requiredSync,
    webhooks: requiredWebhooks,
    other: imported,
  },
];

describe.each(copies)('the $title copy', ({ copy, accounting, exporting, otel, sync, webhooks, other }) => {
  test('has the same classes in all subpaths', () => {
    expect(accounting.RequestValidationError).toBe(copy.RequestValidationError);
    expect(exporting.RequestValidationError).toBe(copy.RequestValidationError);
    expect(Object.getPrototypeOf(sync.OrderFeedError)).toBe(copy.OutletError);
    expect(Object.getPrototypeOf(webhooks.WebhookParseError)).toBe(copy.OutletError);
    expect(() => webhooks.parseWebhookEvent('no JSON')).toThrow(copy.OutletError);
  });

  test('validates responses', async () => {
    const wrong = async () => Response.json({ id: 5 });
    const strict = clientOf(copy).withOptions({
      responseValidation: 'strict',
      fetch: wrong,
      rateLimit: false,
    });
    await expect(strict.orders.get('o-1')).rejects.toBeInstanceOf(copy.ResponseValidationError);
  });

  test('recognizes the errors of the other copy', async () => {
    const error: unknown = await clientOf(other)
      .orders.get('nobody-knows')
      .catch((caught) => caught);
    expect(error).toBeInstanceOf(copy.NotFoundError);
    expect(error instanceof copy.OutletError).toBe(true);
    expect(error instanceof copy.TimeoutError).toBe(false);
  });

  test('records one span for each call of both copies', async () => {
    const names: string[] = [];
    const tracer = Object.assign(trace.getTracer('test'), {
      startSpan(name: string) {
        names.push(name);
        return trace.wrapSpanContext(INVALID_SPAN_CONTEXT);
      },
    });
    const stopOther = (otel === importedOtel ? requiredOtel : importedOtel).instrumentOutlet();
    const stop = otel.instrumentOutlet({ tracerProvider: { getTracer: () => tracer } });
    await clientOf(copy).orders.get(id);
    await clientOf(other).orders.get(id);
    stop();
    stopOther();
    expect(names).toEqual(['orders.get', 'orders.get']);
  });
});

test('both share the limit of a key', async () => {
  const [one, other] = [clientOf(imported), clientOf(required)];
  const before = other.rateLimitState;
  await one.orders.get(id);
  expect(other.rateLimitState).not.toEqual(before);
  expect(other.rateLimitState).toEqual(one.rateLimitState);
});
