import { isText } from '../../options/checks.js';
import type { Deduplicator } from '../../webhooks/deduplication/deduplicator.js';
import { beforeLeaseEnds, type ContractCase, casesOf, check, sleep } from './contract-case.js';

/** A lease or ttl that ends during a case, in milliseconds. */
const short = 100;

/** When a short lease or ttl has ended, with tolerance for slow timers. Milliseconds. */
const afterShort = 300;

/** A lease or ttl that does not end during a case, in milliseconds. */
const long = 30_000;

/**
 * Returns the cases that every `Deduplicator` must pass. They take a few seconds of real time, and each case uses its own keys.
 *
 * A case that fails rejects with an error that says what the deduplicator did.
 * @param create - returns the deduplicator. It is called for each case, and can return the same deduplicator every time.
 * @example
 * ```ts
 * for (const { name, run } of deduplicatorContract(() => createDeduplicator(redis))) test(name, run);
 * ```
 */
export function deduplicatorContract(create: () => Deduplicator | Promise<Deduplicator>): ContractCase[] {
  return casesOf(checks, create);
}

const checks: Readonly<Record<string, (deduplicator: Deduplicator) => Promise<void>>> = {
  async 'grants a key to one claim at a time'(deduplicator) {
    const key = newKey();
    const token = await claim(deduplicator, key);
    await expectState(deduplicator, key, 'busy', 'while another claim was active');
    await deduplicator.release(key, token);
    await release(deduplicator, key);
  },

  async 'grants a key to one of many claims at once'(deduplicator) {
    const key = newKey();
    const claims = await Promise.all(
      Array.from({ length: 20 }, () => deduplicator.claim(key, { leaseDuration: long })),
    );
    const tokens = claims.flatMap((result) => (result.state === 'run' ? [result.token] : []));
    check(tokens.length === 1, `${tokens.length} of 20 claims at once returned "run".`);
    for (const token of tokens) await deduplicator.release(key, token);
  },

  async 'keeps keys apart'(deduplicator) {
    const [one, other] = [newKey(), newKey()];
    const token = await claim(deduplicator, one);
    await deduplicator.done(other, await claim(deduplicator, other), { ttl: long });
    await expectState(deduplicator, one, 'busy', 'after another key was done');
    await deduplicator.release(one, token);
  },

  async 'returns another token for each claim'(deduplicator) {
    const key = newKey();
    const first = await claim(deduplicator, key);
    await deduplicator.release(key, first);
    const second = await claim(deduplicator, key);
    check(first !== second, 'Two claims of one key got the same token.');
    await deduplicator.release(key, second);
  },

  async 'remembers what was done'(deduplicator) {
    const { result: key, lease } = await beforeLeaseEnds(afterShort, async (lease) => {
      const key = newKey();
      await deduplicator.done(key, await claim(deduplicator, key, lease), { ttl: long });
      return key;
    });
    await expectState(deduplicator, key, 'done', 'after done()');
    await sleep(lease + afterShort);
    await expectState(deduplicator, key, 'done', 'after the lease, but before the end of the ttl');
  },

  async 'forgets what was done after the ttl'(deduplicator) {
    const key = newKey();
    await deduplicator.done(key, await claim(deduplicator, key), { ttl: short });
    await sleep(afterShort);
    await release(deduplicator, key, 'after the end of the ttl');
  },

  async 'ends a claim after its lease'(deduplicator) {
    const key = newKey();
    await claim(deduplicator, key, short);
    await sleep(afterShort);
    await release(deduplicator, key, 'after the lease of the first claim');
  },

  async 'extends a claim by the duration that renew() gets'(deduplicator) {
    const { result, lease } = await beforeLeaseEnds(4 * afterShort, async (lease) => {
      const key = newKey();
      const token = await claim(deduplicator, key, lease);
      return { key, token, isRenewed: await deduplicator.renew(key, token, long) };
    });
    const { key, token, isRenewed } = result;
    check(isRenewed === true, `renew() returned ${isRenewed} for an active claim.`);
    await sleep(lease + afterShort);
    await expectState(deduplicator, key, 'busy', 'before the end of the renewed lease');
    await deduplicator.release(key, token);
  },

  async 'renews no claim that has ended'(deduplicator) {
    const [expired, released, done] = [newKey(), newKey(), newKey()];
    const token = await claim(deduplicator, expired, short);
    await sleep(afterShort);
    await expectRenewed(deduplicator, expired, token, false, 'a claim whose lease had ended');
    await release(deduplicator, expired, 'after a renewal that came too late');
    const second = await claim(deduplicator, released);
    await deduplicator.release(released, second);
    await expectRenewed(deduplicator, released, second, false, 'a released claim');
    const third = await claim(deduplicator, done);
    await deduplicator.done(done, third, { ttl: long });
    await expectRenewed(deduplicator, done, third, false, 'a claim that was done');
    await expectRenewed(deduplicator, newKey(), third, false, 'a key that nobody had claimed');
  },

  async 'changes nothing by the token of a lost claim'(deduplicator) {
    const key = newKey();
    const lost = await claim(deduplicator, key, short);
    await sleep(afterShort);
    const token = await claim(deduplicator, key);
    await deduplicator.release(key, lost);
    await expectState(deduplicator, key, 'busy', 'after release() with the token of a lost claim');
    await deduplicator.done(key, lost, { ttl: long });
    await expectState(deduplicator, key, 'busy', 'after done() with the token of a lost claim');
    await expectRenewed(deduplicator, key, lost, false, 'a lost claim');
    await expectRenewed(deduplicator, key, token, true, 'the claim that followed a lost one');
    await deduplicator.done(key, token, { ttl: long });
    await deduplicator.release(key, token);
    await expectState(deduplicator, key, 'done', 'after release() of a claim that was done');
  },

  async 'stores nothing for a claim whose lease has ended'(deduplicator) {
    const key = newKey();
    const token = await claim(deduplicator, key, short);
    await sleep(afterShort);
    await deduplicator.done(key, token, { ttl: long });
    await release(deduplicator, key, 'after done() with the token of a lost claim');
  },
};

/** Returns a key of the maximum length. */
function newKey(): string {
  return `contract-${crypto.randomUUID()}`.padEnd(100, '+/=.');
}

async function claim(
  deduplicator: Deduplicator,
  key: string,
  leaseDuration = long,
  when = 'although the key was free',
): Promise<string> {
  const result = await deduplicator.claim(key, { leaseDuration });
  if (result.state !== 'run') throw new Error(`claim() returned "${result.state}" ${when}.`);
  check(isText(result.token), 'claim() returned "run" without a token.');
  return result.token;
}

/** Claims a key that must be free, and releases it. */
async function release(deduplicator: Deduplicator, key: string, when?: string): Promise<void> {
  await deduplicator.release(key, await claim(deduplicator, key, long, when));
}

async function expectState(
  deduplicator: Deduplicator,
  key: string,
  expected: 'busy' | 'done',
  when: string,
): Promise<void> {
  const { state } = await deduplicator.claim(key, { leaseDuration: long });
  check(state === expected, `claim() returned "${state}" instead of "${expected}" ${when}.`);
}

async function expectRenewed(
  deduplicator: Deduplicator,
  key: string,
  token: string,
  expected: boolean,
  what: string,
): Promise<void> {
  const isRenewed = await deduplicator.renew(key, token, long);
  check(isRenewed === expected, `renew() returned ${isRenewed} for ${what}.`);
}
