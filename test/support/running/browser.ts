import { existsSync } from 'node:fs';

/** Without windows, Chromium takes a quarter less time. Debian has it as a package of its own. */
const programs = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** How the suites launch Chromium: `chromium.launch(browserOptions)` of Playwright. */
export const browserOptions = {
  executablePath: process.env.CHROMIUM ?? programs.find(existsSync) ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-dev-shm-usage',
    // A page gets the process of the one before it, which halves the time until it is shown.
    '--disable-site-isolation-trials',
    '--renderer-process-limit=1',
  ],
};
