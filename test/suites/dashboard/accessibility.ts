import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/** Returns what axe finds on a page, or in one element of it: the rules that it violates, and where. */
export async function violationsOn(
  page: Page,
  element = 'html',
): Promise<{ rule: string; elements: string[] }[]> {
  if (await page.evaluate('!window.axe')) await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run('${element}', { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } })`,
  );
  return violations.map(({ id, nodes }) => ({ rule: id, elements: nodes.map(({ html }) => html) }));
}
