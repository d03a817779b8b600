import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { violationsOn } from './accessibility.js';
import { runEmulatorCommand } from './command.js';
import { copy } from './page.js';
import { open, start } from './start.js';

test('the command serves a dashboard in which axe finds nothing', async () => {
  const emulator = await runEmulatorCommand();
  const page = await open(emulator.dashboardUrl);

  expect(await page.title()).toContain('Overview');
  // On a slow machine, the view can still be loading.
  await expect.poll(() => violationsOn(page)).toEqual([]);

  expect(await emulator.stop()).toBe(0);
});

test('the variables of each use case can be pasted into a shell', async () => {
  const emulator = await start();
  const { fake, url } = emulator;
  const page = await open(emulator.dashboardUrl);
  for (const [name, useCase] of [
    ['Digital Ordering', 'digital-ordering'],
    ['Reservations', 'reservations'],
    ['Order Data', 'order-data'],
    ['Inventory Management', 'inventory-management'],
  ] as const) {
    await page.getByLabel('Use case').selectOption(name);
    const pasted = await copy(page, page, 'Environment variables');
    const print = 'printf "%s %s" "$OUTLET_BASE_URL" "$OUTLET_ACCESS_TOKEN"';
    const { stdout } = await promisify(execFile)('sh', ['-c', `${pasted}\nsh -c '${print}'`]);
    expect(stdout).toBe(`${url} ${fake.key(useCase).token}`);
  }
});

test('the variables say that their key is revoked or deleted', async () => {
  const emulator = await start();
  const page = await open(emulator.dashboardUrl);
  emulator.fake.keys.revoke('digital-ordering');
  await page.getByText('Digital Ordering is revoked, so its requests get a 401.').waitFor();
  await page.getByRole('button', { name: 'Copy Environment variables' }).waitFor();

  emulator.fake.keys.remove('digital-ordering');
  await page.getByText('The default key of this use case was deleted.').waitFor();
  expect(await page.getByRole('button', { name: 'Copy Environment variables' }).count()).toBe(0);
});
