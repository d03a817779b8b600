import { expect, test } from 'vitest';
import { violationsOn } from './accessibility.js';
import { runEmulatorCommand } from './command.js';
import { open } from './start.js';

test('the command serves a dashboard in which axe finds nothing', async () => {
  const emulator = await runEmulatorCommand();
  const page = await open(emulator.dashboardUrl);

  expect(await page.title()).toContain('Overview');
  expect(await violationsOn(page)).toEqual([]);

  expect(await emulator.stop()).toBe(0);
});
