import { createFakeOutlet } from 'outlet-open-api/testing';
import { describe, expect, it } from 'vitest';
import { parseAssumptions } from '../../../src/emulator/parse-assumptions.js';

describe('assumptions in JSON', () => {
  it('can have every value that hostile mode chooses', () => {
    for (let seed = 0; seed < 100; seed += 1) {
      const { assumptions } = createFakeOutlet({ hostile: true, seed, empty: true });

      expect(parseAssumptions(JSON.parse(JSON.stringify(assumptions)))).toEqual(assumptions);
    }
  });

  it.each([
    [null, 'The value is null, but must be an object of assumptions.'],
    [{ orderSortin: 'shuffled' }, 'Unknown assumption: orderSortin. Did you mean orderSorting?'],
    [{ colour: 'red' }, 'Unknown assumption: colour. The assumptions are cursorParam, wrapper, '],
    [
      { bounds: 'open' },
      'bounds is "open", but must be "inclusive", "exclusive", "half-open", or an object with a',
    ],
    [{ bounds: { order: 'exclusive' } }, 'bounds has the unknown list "order". Did you mean orders?'],
    [{ bareLists: 'yes' }, 'bareLists is "yes", but must be true or false.'],
    [
      { wrapper: '' },
      'wrapper is "", but must be a name of at least one character or an object with a value',
    ],
    [{ headerDifference: 1 }, 'headerDifference is 1, but must be 0, -0.01, or 0.01.'],
    [{ webhookRetries: 2.5 }, 'webhookRetries is 2.5, but must be a whole number from 0 to 10.'],
    [{ webhookDuplicates: 30 }, 'webhookDuplicates is 30, but must be a number from 0 to 1.'],
    [
      { foreignOrderStatus: 200 },
      'foreignOrderStatus is 200, but must be false or a whole number from 400 to 599.',
    ],
    [{ outletUpdatedReceivers: 'all' }, /^outletUpdatedReceivers is "all", but must be a list of "digital-/],
    [{ outletUpdatedReceivers: ['all'] }, /^outletUpdatedReceivers\[0\] is "all", but must be "digital-/],
    [{ allows: [] }, 'allows is [], but must be an object with a list of endpoints for each use case.'],
    [{ allows: { orders: [] } }, /^allows has the unknown use case "orders"\. The use cases are digital-/],
    [{ allows: { reservations: ['GET /x'] } }, /^allows\.reservations\[0\] is "GET \/x", but must be "GET /],
  ])('%j is rejected', (value, message) => {
    expect(() => parseAssumptions(value)).toThrow(message);
  });

  it('are rejected with a sentence for each problem', () => {
    expect(() => parseAssumptions({ bareLists: 1, dineInOrders: 0 })).toThrow(
      'bareLists is 1, but must be true or false. dineInOrders is 0, but must be true or false.',
    );
  });
});
