import { type Browser, type BrowserServer, chromium } from 'playwright-core';
import { browserOptions } from '../../support/running/browser.js';

export function launchBrowser(): Promise<Browser> {
  return chromium.launch(browserOptions);
}

/** Launches a browser that several test files can connect to. */
export function launchBrowserServer(): Promise<BrowserServer> {
  return chromium.launchServer(browserOptions);
}
