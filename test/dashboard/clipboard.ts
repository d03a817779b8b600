import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Presses the button that copies a text, such as `Copy curl`, and returns what is then in the clipboard. */
export async function copy(page: Page, within: Page | Locator, label: string): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate("navigator.clipboard.writeText('')");
  await within.getByRole('button', { name: `Copy ${label}` }).click();
  await within.getByText(`Copied: ${label}.`).waitFor();
  const text: string = await page.evaluate('navigator.clipboard.readText()');
  expect(text).not.toBe('');
  return text;
}
