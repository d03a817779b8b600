import { type Emulator, type EmulatorOptions, startEmulator } from 'outlet-open-api/emulator';
import { type Browser, chromium, type Page } from 'playwright-core';
import { expect, inject, onTestFinished } from 'vitest';

/** How a person looks at the dashboard. */
export interface Window {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: 'light' | 'dark';
}

/** One connection for all files of a thread. It ends with the browser, after the last test. */
let browser: Promise<Browser> | undefined;

/** The pages of tests that passed. A new page takes twice as long as another test in the same one. */
const freePages: Page[] = [];

/** Starts an emulator on a free port. The test that called this function closes it. */
export async function start(options: EmulatorOptions = {}): Promise<Emulator> {
  const emulator = await startEmulator({ port: 0, ...options });
  onTestFinished(() => emulator.close());
  return emulator;
}

/**
 * Opens a view of a dashboard, such as `open(emulator.dashboardUrl, '/orders')`. The test fails if the page throws, violates its
 * content security policy, or sends a request to another host.
 */
export async function open(dashboardUrl: string, view = '/', window: Window = {}): Promise<Page> {
  const { width = 1280, height = 800, colorScheme = 'light' } = window;
  const page = freePages.pop() ?? (await newPage());
  await page.setViewportSize({ width, height });
  // A click waits for the end of animations.
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.stack ?? error.message));
  page.on('console', (message) => {
    // The browser logs violations of the policy, and responses such as 409, which a test can provoke.
    const isResponse = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isResponse) problems.push(message.text());
  });
  page.on('request', (request) => {
    if (new URL(request.url()).host !== new URL(dashboardUrl).host) problems.push(request.url());
  });
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await page.context().close();
    else await free(page);
    expect(problems).toEqual([]);
  });
  await page.goto(`${dashboardUrl}#${view}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

async function newPage(): Promise<Page> {
  browser ??= chromium.connect(inject('browserUrl'));
  const context = await (await browser).newContext();
  // A busy machine takes longer than the 30 seconds of Playwright. The limit of the test ends what hangs.
  context.setDefaultTimeout(0);
  return context.newPage();
}

/** Leaves nothing of a test in its page. What a failed test waits for could still happen there. */
async function free(page: Page): Promise<void> {
  await page.unrouteAll();
  await page.goto('about:blank');
  for (const event of ['pageerror', 'console', 'request'] as const) page.removeAllListeners(event);
  for (const other of page.context().pages()) if (other !== page) await other.close();
  freePages.push(page);
}
