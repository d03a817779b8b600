import { OutletClient } from 'outlet-open-api';
import { createFakeOutlet } from 'outlet-open-api/testing';
import { expect, test, vi } from 'vitest';
import { Tables } from '../../../examples/reservations/tables.js';

test('tables have names of your own, in both directions', () => {
  const tables = new Tables('T1=table-1, Window=table-2');
  expect(tables.names).toEqual(['T1', 'Window']);
  expect(tables.channelOf('Window')).toBe('table-2');
  expect(tables.nameOf('table-2')).toBe('Window');
  expect(tables.nameOf('table-3')).toBe('table-3, which TABLES lacks');
  expect(() => tables.channelOf('T2')).toThrow('TABLES has no table T2.');
});

test.each(['', 'T1', 'T1=', '=table-1', 'T1=table-1,'])(
  'the configuration %j is rejected',
  (configuration) => {
    expect(() => new Tables(configuration)).toThrow('Set TABLES to your tables and the channel of each');
  },
);

test('two tables with one channel are rejected', () => {
  expect(() => new Tables('T1=table-1,T2=table-1')).toThrow('TABLES has the channel table-1 twice');
});

test('a table without a channel is reported, and the others still count', async () => {
  const fake = createFakeOutlet();
  const accessToken = fake.key('reservations').token;
  const outlet = new OutletClient({ baseUrl: fake.baseUrl, accessToken, fetch: fake.fetch });
  const alerts = vi.spyOn(console, 'error').mockReturnValue();
  const tables = new Tables('T1=table-1,T2=table-2');

  expect(await tables.check(outlet)).toBe(2);
  expect(alerts).not.toHaveBeenCalled();

  fake.channels.remove('table-2');
  fake.channels.publish();
  expect(await tables.check(outlet)).toBe(1);
  expect(alerts).toHaveBeenCalledExactlyOnceWith(
    expect.stringMatching(/^ALERT: The outlet has no channel for T2\. Set TABLES to channels of: table-1, /),
  );
  expect(await new Tables('Bar=channel-foodie').check(outlet)).toBe(0);
});
