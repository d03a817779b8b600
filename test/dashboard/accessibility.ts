import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/** Returns what axe finds on a page: the rules that it violates, and the elements. */
export async function violationsOn(page: Page): Promise<{ rule: string; elements: string[] }[]> {
  if (await page.evaluate('!window.axe')) await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>('axe.run({ resultTypes: ["violations"] })');
  return violations.map(({ id, nodes }) => ({ rule: id, elements: nodes.map(({ html }) => html) }));
}
