import type { Page } from 'playwright-core';
import { expect } from 'vitest';

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
