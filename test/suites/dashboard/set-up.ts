import type { TestProject } from 'vitest/node';
import prepare from './prepare.js';

declare module 'vitest' {
  interface ProvidedContext {
    browserUrl: string;
  }
}

/** Builds what the tests need, and launches one browser for all test files. */
export default async function setUp({ provide }: TestProject): Promise<() => Promise<void>> {
  prepare();
  // It needs the packages that `prepare` installs.
  const { launchBrowserServer } = await import('./browser.js');
  const browser = await launchBrowserServer();
  provide('browserUrl', browser.wsEndpoint());
  return () => browser.close();
}
