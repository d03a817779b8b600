import { expect, test } from 'vitest';
import { openServer } from '../../support/services/open-server.js';
import { visitViews } from './page.js';
import { open, start } from './start.js';

const control = 'control/v1/outlets/default';

test('a visit of all views sends requests to the emulator only, and logs nothing', async () => {
  const { dashboardUrl, fake } = await start();
  const { id } = fake.orders.add();
  // `open` fails the test for a request to another host.
  const page = await open(dashboardUrl);
  const problems: string[] = [];
  page.on('console', (message) => problems.push(message.text()));
  page.on('response', (response) => {
    if (!response.ok()) problems.push(`${response.status()} ${response.url()}`);
  });

  expect(await visitViews(page)).toBe(10);
  await page.goto(`${dashboardUrl}#/orders/${id}`);
  await page.getByRole('heading', { level: 1, name: /^Order/ }).waitFor();

  expect(problems).toEqual([]);
});

test.each([
  ['another port', '127.0.0.1'],
  ['another host', 'localhost'],
])('a page at %s can neither read nor change anything', async (_, host) => {
  const { url, dashboardUrl, fake } = await start();
  const { id } = fake.orders.add();
  const page = await (await open(dashboardUrl)).context().newPage();
  await page.goto(await openForeignPage(host));
  const send = (path: string, init: RequestInit) => page.evaluate(attempt, { url: `${url}/${path}`, init });
  const write = { method: 'POST', body: '{}' };
  const withoutBody = { method: 'POST' };
  const json = { 'content-type': 'application/json' };

  expect(await send(`${control}/board`, {})).toBe('nothing');
  expect(await send('control/v1/events', {})).toBe('nothing');
  expect(await send(`${control}/board`, { mode: 'no-cors' })).toBe('nothing');
  expect(await send(`${control}/orders/${id}/cancel`, { ...write, headers: json })).toBe('nothing');
  expect(await send(`${control}/orders/${id}/cancel`, { ...write, mode: 'no-cors' })).toBe('nothing');
  expect(await send(`${control}/orders/${id}/cancel`, { ...withoutBody, mode: 'no-cors' })).toBe('nothing');
  expect(fake.orders.get(id)?.status).toBe('open');
  // The page can send such requests: the API has no such check.
  expect(await send('api/v1/channels', { mode: 'no-cors' })).toBe('nothing');
  expect(fake.requests).toHaveLength(1);
});

test('a form of another origin changes nothing, and a frame shows nothing', async () => {
  const { url, dashboardUrl, fake } = await start();
  const { id } = fake.orders.add();
  const page = await (await open(dashboardUrl)).context().newPage();
  await page.goto(
    await openForeignPage(
      'localhost',
      `<iframe title="Dashboard" src="${dashboardUrl}"></iframe>
      <form method="post" enctype="text/plain" action="${url}/${control}/orders/${id}/cancel">
        <input type="hidden" name='{"ignored":"' value='"}'>
        <button>Win a prize</button>
      </form>`,
    ),
  );
  expect(await page.frameLocator('iframe').getByRole('heading', { name: 'Overview' }).count()).toBe(0);

  await page.getByRole('button', { name: 'Win a prize' }).click();
  await page.getByText('The control API').waitFor();
  expect(fake.orders.get(id)?.status).toBe('open');
});

/** Runs in the page. Returns what the page can read of a response. */
async function attempt({ url, init }: { url: string; init: RequestInit }): Promise<string> {
  try {
    const response = await fetch(url, init);
    return (await response.text()) || 'nothing';
  } catch {
    return 'nothing';
  }
}

/** Starts a server of another origin, and returns the URL of its only page. */
async function openForeignPage(host: string, html = ''): Promise<string> {
  const url = await openServer((_, response) => {
    response.setHeader('content-type', 'text/html').end(`<!doctype html><title>Prizes</title>${html}`);
  });
  return `http://${host}:${new URL(url).port}/`;
}
