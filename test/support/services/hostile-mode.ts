import type { FakeOutletOptions } from 'outlet-open-api/testing';

const seed = process.env.HOSTILE_SEED;

/** With the environment variable `HOSTILE_SEED`, a fake randomly chooses what the API specification does not define. */
export const hostileMode: FakeOutletOptions =
  seed === undefined ? {} : { hostile: true, seed: Number.parseInt(seed, 10) };

/** Pages of 25 records, for tests that count pages or cursors. */
export const fullPages: FakeOutletOptions = { sparsePages: false };
