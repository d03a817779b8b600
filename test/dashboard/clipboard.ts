import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Presses the button that copies a text, such as `Copy curl`, and returns the text. It does not reach the clipboard, which all pages
 * of the browser share, because test files run in parallel.
 */
export async function copy(page: Page, within: Page | Locator, label: string): Promise<string> {
  await page.evaluate(
    'navigator.clipboard.writeText = async (text) => { window.copied = text; }; window.copied = ""',
  );
  await within.getByRole('button', { name: `Copy ${label}` }).click();
  await within.getByText(`Copied: ${label}.`).last().waitFor();
  // The message can be that of an earlier copy.
  await expect.poll(() => page.evaluate('window.copied')).not.toBe('');
  return await page.evaluate('window.copied');
}
