import { type Browser, type BrowserServer, chromium } from 'playwright-core';

const options = {
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
};

export function launchBrowser(): Promise<Browser> {
  return chromium.launch(options);
}

/** Launches a browser that several test files can connect to. */
export function launchBrowserServer(): Promise<BrowserServer> {
  return chromium.launchServer(options);
}
