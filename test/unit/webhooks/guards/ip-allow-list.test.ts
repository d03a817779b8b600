import { BlockList, isIPv4, isIPv6 } from 'node:net';
import fc from 'fast-check';
import { type IpAllowListOptions, ipAllowList, WebhookVerificationError } from 'outlet-open-api/webhooks';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../support/runs.js';
import { delivery, receiver } from '../deliveries.js';

/** The decision of the list: allowed, or the reason for the rejection. */
async function verdict(
  list: readonly string[],
  clientIp: string | undefined,
  options: IpAllowListOptions = {},
  headers: Record<string, string> = {},
): Promise<string> {
  const request = new Request('https://a.example', { method: 'POST', headers });
  try {
    return (await ipAllowList(list, options)(request, { clientIp })) ? 'in' : 'out';
  } catch (error) {
    return error instanceof WebhookVerificationError ? error.reason : `threw ${error}`;
  }
}

const ipv4 = fc.oneof(
  fc.ipV4(),
  fc.integer({ min: 0, max: 255 }).map((last) => `203.0.113.${last}`),
);
const ipv6 = fc.oneof(
  fc.ipV6(),
  fc.integer({ min: 0, max: 65_535 }).map((last) => `2001:db8::${last.toString(16)}`),
);
const mapped = ipv4.map((address) => `::ffff:${address}`);

describe('an IP address is accepted if it is on the list of the platform §auth.10', () => {
  const block4 = fc.tuple(ipv4, fc.integer({ min: 0, max: 32 }));
  const block6 = fc.tuple(ipv6, fc.integer({ min: 0, max: 128 }));
  const isMapped = (address: string) => /^(?:0*:)*:?(?:ffff|FFFF):/.test(address) && !address.startsWith('2');

  test.each([
    ['IPv4', block4, ipv4, 'ipv4', (address: string) => address],
    [
      'IPv4 that arrives as IPv6',
      block4,
      mapped,
      'ipv4',
      (address: string) => address.slice('::ffff:'.length),
    ],
    ['IPv6', block6, ipv6, 'ipv6', (address: string) => address],
  ] as const)('%s', async (_, block, address, family, bare) => {
    await fc.assert(
      fc.asyncProperty(fc.array(block, { minLength: 1, maxLength: 3 }), address, async (blocks, client) => {
        fc.pre(family === 'ipv4' || ![client, ...blocks.map(([network]) => network)].some(isMapped));
        const theirs = new BlockList();
        for (const [network, prefix] of blocks) theirs.addSubnet(network, prefix, family);
        const ours = await verdict(
          blocks.map((entry) => entry.join('/')),
          client,
        );
        expect(ours).toBe(theirs.check(bare(client), family) ? 'in' : 'wrong-address');
      }),
      { numRuns: runs(500) },
    );
  });
});

test('only what the platform accepts is an IP address', async () => {
  const piece = fc.constantFrom(
    '0',
    '1',
    '01',
    '255',
    '256',
    'ffff',
    'fffff',
    ':',
    '::',
    '.',
    '%1',
    '[',
    ' ',
    'g',
    '-',
    '/',
  );
  const text = fc.oneof(
    fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
    fc.string({ maxLength: 20 }),
    ...[ipv4, ipv6, mapped],
  );
  await fc.assert(
    fc.asyncProperty(text, async (text) => {
      fc.pre(text === text.trim() && !/[[\]%]|^[\d.]+:\d+$/.test(text));
      const ours = await verdict(['203.0.113.7'], text);
      const isTheirs = isIPv4(text) || isIPv6(text);
      expect(ours === 'unknown-address').toBe(!isTheirs);
    }),
    { numRuns: runs(1_000) },
  );
});

test.each([
  ['203.0.113.7', '203.0.113.7', 'in'],
  ['203.0.113.7', '203.0.113.8', 'wrong-address'],
  ['203.0.113.77/24', '203.0.113.1', 'in'],
  ['0.0.0.0/0', '::ffff:198.51.100.1', 'in'],
  ['0.0.0.0/0', '2001:db8::1', 'wrong-address'],
  ['::/0', '2001:db8::1', 'in'],
  ['::/0', '198.51.100.1', 'wrong-address'],
  ['2001:DB8::/32', '2001:0db8:0:0:0:0:0:1', 'in'],
  ['fe80::/10', 'fe80::1%eth0', 'in'],
  ['::ffff:203.0.113.0/120', '203.0.113.9', 'in'],
  ['::ffff:203.0.113.0/120', '203.0.114.9', 'wrong-address'],
  ['203.0.113.0/24', '::ffff:cb00:7109', 'in'],
  ['203.0.113.0/24', '203.0.113.7:51234', 'in'],
  ['2001:db8::/32', '[2001:db8::1]:51234', 'in'],
  ['2001:db8::/32', '[2001:db8::1]', 'in'],
  ['203.0.113.0/24', '203.0.113.007', 'unknown-address'],
  ['203.0.113.0/24', '3405803783', 'unknown-address'],
  ['203.0.113.0/24', undefined, 'unknown-address'],
])('of %s, %s is %s', async (entry, client, expected) => {
  expect(await verdict([entry], client)).toBe(expected);
});

describe('the sender', () => {
  const list = ['203.0.113.0/24'];
  const forwarded = (value: string) => ({ 'x-forwarded-for': value });

  test.each<[string, string | undefined, number | string[] | undefined, string | undefined, string]>([
    [
      'the peer of the socket, whatever the header contains',
      '198.51.100.1',
      undefined,
      '203.0.113.7',
      'wrong-address',
    ],
    ['the IP address that the only proxy names', '10.0.0.1', 1, '203.0.113.7', 'in'],
    [
      'not the IP address that the sender has named',
      '10.0.0.1',
      1,
      '203.0.113.7, 198.51.100.1',
      'wrong-address',
    ],
    ['the one whom the second proxy names', '10.0.0.2', 2, '198.51.100.9, 203.0.113.7, 10.0.0.1', 'in'],
    ['unknown, if fewer proxies were passed', '10.0.0.2', 2, '203.0.113.7', 'unknown-address'],
    ['unknown, if no proxy names one', '203.0.113.7', 1, undefined, 'unknown-address'],
    ['counted from the header if the socket is unknown', undefined, 1, '203.0.113.7', 'in'],
    ['the IP address behind a known proxy', '10.0.0.1', ['10.0.0.0/8'], '203.0.113.7', 'in'],
    [
      'the IP address behind several known proxies',
      '::ffff:10.0.0.1',
      ['10.0.0.0/8'],
      '203.0.113.7, 10.9.9.9',
      'in',
    ],
    [
      'the IP address behind a known proxy, whatever precedes it',
      '10.0.0.1',
      ['10.0.0.0/8'],
      'unknown, 203.0.113.7',
      'in',
    ],
    [
      'not the IP address before an unknown proxy',
      '10.0.0.1',
      ['10.0.0.0/8'],
      '203.0.113.7, 198.51.100.1',
      'wrong-address',
    ],
    [
      'not the IP address that an unknown proxy names',
      '198.51.100.1',
      ['10.0.0.0/8'],
      '203.0.113.7',
      'wrong-address',
    ],
    ['a known proxy, if there is no header', '10.0.0.1', ['10.0.0.0/8'], undefined, 'wrong-address'],
    [
      'unknown, if the header contains no IP address',
      '10.0.0.1',
      ['10.0.0.0/8'],
      'unknown',
      'unknown-address',
    ],
    [
      'unknown behind proxies, if the socket has no IP address',
      undefined,
      ['10.0.0.0/8'],
      '203.0.113.7',
      'unknown-address',
    ],
  ])('is %s', async (_, clientIp, trustProxy, header, expected) => {
    const headers = header === undefined ? {} : forwarded(header);
    expect(await verdict(list, clientIp, { trustProxy }, headers)).toBe(expected);
  });

  test.each([
    ['a text', () => '203.0.113.7', 'in'],
    ['another IP address', () => '198.51.100.1', 'wrong-address'],
    ['nothing', () => undefined, 'unknown-address'],
    ['something other than an IP address', () => 'unknown', 'unknown-address'],
  ])('can come from a function that returns %s', async (_, clientIp, expected) => {
    expect(await verdict(list, '203.0.113.7', { clientIp })).toBe(expected);
  });

  test('can come from a function that reads a header', async () => {
    const clientIp = (request: Request) => request.headers.get('cf-connecting-ip');
    expect(await verdict(list, undefined, { clientIp }, { 'cf-connecting-ip': '203.0.113.7' })).toBe('in');
    expect(await verdict(list, undefined, { clientIp })).toBe('unknown-address');
  });
});

test('onError gets the reason', async () => {
  const { handle, errors } = receiver({ verify: [ipAllowList(['203.0.113.0/24'])] });
  await handle(delivery());
  await handle(delivery(), { clientIp: '::ffff:198.51.100.1' });
  expect(errors.map(({ error }) => String(error))).toEqual([
    expect.stringContaining('Pass clientIp to the handler, as toNodeListener does'),
    expect.stringContaining(
      '::ffff:198.51.100.1 is not on the allow list. If it is your proxy, check trustProxy or clientIp, and the header that the proxy sets.',
    ),
  ]);
});

describe('an allow-list is rejected', () => {
  const noAddress = 'must be an IP address, or a block such as 203.0.113.0/24';
  test.each([
    [[], {}, '`list` must be a non-empty list of IP addresses'],
    [['203.0.113.0/33'], {}, `\`list[0]\` ${noAddress}`],
    [['203.0.113.7', '2001:db8::/129'], {}, `\`list[1]\` ${noAddress}`],
    [['::ffff:203.0.113.0/95'], {}, noAddress],
    [['203.0.113/24'], {}, noAddress],
    [['203.0.113.0/'], {}, noAddress],
    [['203.0.113.0/24/8'], {}, noAddress],
    [['pos.example'], {}, noAddress],
    [[7], {}, noAddress],
    [['::1'], { trustProxy: 0 }, '`trustProxy` must'],
    [['::1'], { trustProxy: 1.5 }, '`trustProxy` must'],
    [['::1'], { trustProxy: true }, '`trustProxy` must'],
    [['::1'], { trustProxy: [] }, '`trustProxy` must be a whole number from 1 up, or a non-empty list'],
    [['::1'], { trustProxy: ['loopback'] }, `\`trustProxy[0]\` ${noAddress}`],
    [['::1'], { clientIp: 'x-real-ip' }, '`clientIp` must be a function'],
    [['::1'], { clientIp: () => '::1', trustProxy: 1 }, '`clientIp` cannot be combined with trustProxy'],
  ])('%o with %o', (list, options, problem) => {
    expect(() => Reflect.apply(ipAllowList, undefined, [list, options])).toThrow(problem);
  });
});
