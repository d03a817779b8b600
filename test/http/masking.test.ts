import fc from 'fast-check';
import { isApiError } from 'outlet-open-api';
import { describe, expect, test } from 'vitest';
import { clientOf, json, rejection, scriptedService } from '../scripted-service.js';

describe('masking', () => {
  async function errorsOf(errors: unknown, name: string): Promise<unknown> {
    const outlet = clientOf(scriptedService(json({ errors, message: 'no' }, 400)), { rateLimit: false });
    const error = await rejection(outlet.orders.import({ externalOrderSource: 'pos', customerName: name }));
    return error instanceof Error && 'errors' in error ? error.errors : undefined;
  }

  test.each([
    [
      'whole words',
      'Ann',
      { message: 'Ann and Joann, annual Annex' },
      { message: '[masked] and Joann, annual Annex' },
    ],
    ['whatever their case', 'Ann', ['ANN', 'ann!'], ['[masked]', '[masked]!']],
    [
      'short values only where they are all',
      'Al',
      ['Al', 'Al is gone', 'All'],
      ['[masked]', 'Al is gone', 'All'],
    ],
    ['values, not keys', 'items', { items: ['the items'] }, { items: ['the [masked]'] }],
    [
      'values, not paths',
      'email',
      [{ path: 'email', message: 'email' }],
      [{ path: 'email', message: '[masked]' }],
    ],
    ['numbers', '4917055501', { value: 4917055501, other: 17 }, { value: '[masked]', other: 17 }],
    ['nothing else', 'Ann', [null, true, 'fine', { deep: ['ok'] }], [null, true, 'fine', { deep: ['ok'] }]],
  ])('hides %s', async (_, name, echoed, masked) => {
    expect(await errorsOf(echoed, name)).toEqual(masked);
  });

  test.each([
    ['quotes', '%22ann%40example.com%22', '%22[masked]%22'],
    ['a query', 'search%3DAnnabel&next=1', 'search%3D[masked]&next=1'],
    ['an address within an address', '%3Fto%3D%2522ann%2540example.com%2522', '%3Fto%3D%2522[masked]%2522'],
    ['an address within an address, begun', 'q%253DAnnabel%2526', 'q%253D[masked]%2526'],
    ['nothing of it', '%22Annabella%22 %3DJoannabel', '%22Annabella%22 %3DJoannabel'],
  ])('finds what is percent-encoded: in %s', async (_, echoed, masked) => {
    const address = 'https://pos.example/login?';
    const redirect = json({ message: `Go to ${echoed}` }, 302, { location: address + echoed });
    const outlet = clientOf(scriptedService(redirect));
    const guest = { customerName: 'Annabel', email: 'ann@example.com' };
    const error = await rejection(outlet.orders.import({ externalOrderSource: 'pos', ...guest }));
    if (!isApiError(error)) expect.fail('It was no ApiError');
    expect(error.message).toContain(`Go to ${masked}`);
    expect(error.headers.get('location')).toBe(address + masked);
  });

  test('stands any name', async () => {
    const names = fc.string({ unit: 'binary', minLength: 3 }).filter((name) => name.trim().length >= 3);
    await fc.assert(
      fc.asyncProperty(names, async (name) => {
        expect(await errorsOf([`<< ${name.trim()} >>`], name)).toEqual(['<< [masked] >>']);
      }),
      { numRuns: 100 },
    );
  });
});
