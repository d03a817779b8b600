import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium } from 'playwright-core';
import { browserOptions } from '../../../support/running/browser.js';
import { here } from './paths.js';
import type { Outcome } from './runtime.js';

/** Runs the cases as modules in a page whose content security policy forbids `eval`. */
export async function runPage(serviceUrl: string): Promise<Outcome> {
  const pages = createServer(({ url = '/' }, response) => {
    if (url === '/') {
      const policy = `default-src 'none'; script-src 'self'; connect-src ${serviceUrl}`;
      response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy });
      response.end(
        '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/page.js"></script>',
      );
      return;
    }
    response.setHeader('content-type', 'text/javascript');
    response.end(readFileSync(here(`dist/page${url}`)));
  });
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
  const browser = await chromium.launch(browserOptions);
  try {
    const page = await browser.newPage();
    const reported: string[] = [];
    const trouble: string[] = [];
    page.on('pageerror', (error) => trouble.push(String(error)));
    await page.exposeFunction('report', (line: string) => reported.push(line));
    await page.goto(`http://127.0.0.1:${(pages.address() as AddressInfo).port}/`);
    await page.evaluate(`run(${JSON.stringify(serviceUrl)}, report)`);
    return { version: browser.version(), reported, trouble: trouble.join('\n') };
  } finally {
    await browser.close();
    pages.close();
    pages.closeAllConnections();
  }
}
