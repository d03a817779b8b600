import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Presses a button, and confirms in its dialog. Default: with a button of the same name. */
export async function confirm(page: Page, name: string, label = name): Promise<void> {
  await page.getByRole('button', { name }).click();
  await page.getByRole('dialog', { name }).getByRole('button', { name: label, exact: true }).click();
}

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

/** The text of each cell, by the header of its column. */
export type Row = Readonly<Record<string, string>>;

/** Returns the rows of a table. Without rows, the dashboard shows no table. */
export async function readTable(page: Page, name: string): Promise<Row[]> {
  const table = page.getByRole('table', { name });
  const [headers = [], ...rows] = (await table.getByRole('row').allInnerTexts()).map((text) =>
    text.split('\t'),
  );
  return rows.map((cells) =>
    Object.fromEntries(headers.map((header, index) => [header.trim(), cells[index]?.trim() ?? ''])),
  );
}

/** Opens each view through the navigation, and calls a function when its data has loaded. Returns the number of views. */
export async function visitViews(page: Page, visit?: (name: string) => Promise<void>): Promise<number> {
  const views = await page.getByRole('navigation').getByRole('link').all();
  for (const view of views) {
    await view.click();
    await expect.poll(() => view.getAttribute('aria-current')).toBe('page');
    await page.getByText('Loading…').first().waitFor({ state: 'hidden' });
    await visit?.((await view.textContent()) ?? '');
  }
  return views.length;
}
