import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from './app.js';
import { hosts } from './hosts.js';
import { expectedFive, openOutlet } from './outlet.js';

test.each(hosts)('runs the five lines in $name', async (host) => {
  const { emulator, variables } = await openOutlet();
  onTestFinished(() => emulator.close());
  const app = await buildApp(host, variables);
  onTestFinished(() => app.remove());
  if (host.paths) {
    const server = await app.serve();
    onTestFinished(() => server.stop());
    for (const path of host.paths) expect(JSON.parse(await server.get(path))).toEqual(expectedFive);
  } else {
    // Test runners print lines of their own.
    const output = await app.run();
    const [line] = /\{"order".*\}/.exec(output) ?? [];
    expect(line && JSON.parse(line), output).toEqual(expectedFive);
  }
});
