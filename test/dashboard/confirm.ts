import type { Page } from 'playwright-core';

/** Presses a button, and confirms in its dialog. Default: with a button of the same name. */
export async function confirm(page: Page, name: string, label = name): Promise<void> {
  await page.getByRole('button', { name }).click();
  await page.getByRole('dialog', { name }).getByRole('button', { name: label, exact: true }).click();
}
