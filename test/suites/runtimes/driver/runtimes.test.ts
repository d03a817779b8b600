import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everywhere } from '../cases/everywhere.js';
import { processes } from '../cases/processes.js';
import type { Result } from '../cases/run-cases.js';
import type { Outcome, Runtime } from './runtime.js';
import { runtimes } from './runtimes.js';
import { openService, type Service } from './service.js';
import { startAll } from './start-all.js';

let service: Service;
let outcomes: ReadonlyMap<Runtime, Promise<Outcome>>;
beforeAll(async () => {
  service = await openService();
  outcomes = startAll(runtimes, service.url);
});
afterAll(() => service.close());

describe.each(runtimes)('$name', (runtime) => {
  const outcome = async () => await outcomes.get(runtime);
  const cases = runtime.isProcess ? processes : everywhere;

  it('has the expected version', async () => {
    const { version } = { ...(await outcome()) };
    expect(version).toMatch(runtime.version);
  });

  it.each(Object.keys(cases))('%s', async (name) => {
    const { reported = [], trouble } = { ...(await outcome()) };
    const results = reported.map((line): Result => JSON.parse(line));
    const result = results.find((result) => result.name === name);
    if (!result) throw new Error(`No outcome of this case. Other output: ${trouble}`);
    if (result.error !== undefined) throw new Error(result.error);
  });

  it('prints nothing else, and ends by itself', async () => {
    const { trouble } = { ...(await outcome()) };
    expect(trouble).toBe('');
  });
});
