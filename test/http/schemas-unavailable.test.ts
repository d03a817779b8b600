import { expect, test, vi } from 'vitest';
import { clientOf, json, rejection, scriptedService } from '../scripted-service.js';

// As where a bundler has left it out: the schemas are made of it.
vi.mock('zod', () => {
  throw new Error('Cannot find package zod');
});

function clientWithLog(responseValidation: 'lenient' | 'strict') {
  const warn = vi.fn();
  const logger = { debug: vi.fn(), info: vi.fn(), warn, error: vi.fn() };
  const service = scriptedService(json({ id: 7 }));
  return { outlet: clientOf(service, { responseValidation, logger, logLevel: 'warn' }), warn };
}

test('lenient, answers are handed on unchecked where the schemas do not load, with one warning', async () => {
  const { outlet, warn } = clientWithLog('lenient');
  expect(await outlet.orders.get('o-1')).toEqual({ id: 7 });
  expect(await outlet.withOptions({ timeout: 5_000 }).orders.get('o-2')).toEqual({ id: 7 });
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('the schemas do not load'));
});

test('strict, no answer is handed on unchecked', async () => {
  const { outlet } = clientWithLog('strict');
  expect(await rejection(outlet.orders.get('o-1'))).toMatchObject({
    name: 'ConnectionError',
    attempts: 1,
    outcome: 'unknown',
  });
});
