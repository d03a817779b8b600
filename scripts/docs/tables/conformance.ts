import { sections } from '../../../test/conformance/sections.js';
import { testedRules } from '../conformance/rules.js';
import { taggedTitles } from '../conformance/tagged-titles.js';
import { code, tableOf } from '../markdown.js';

const titles = taggedTitles();
const rules = sections.flatMap((section) => testedRules(section, titles));
const untested = rules.filter(({ tests }) => tests.length === 0);

/** How many rules have tests, and the rules that have none, by the reason. */
export function conformance(): string {
  const counts = `The specification states ${rules.length} rules: ${rules.length - untested.length} have tests, and ${untested.length} have none.`;
  const reasons = [...new Set(untested.map(({ reason = '' }) => reason))];
  const rows = reasons.map((reason) => {
    const ids = untested.filter((rule) => rule.reason === reason).map(({ id }) => code(id));
    return [reason, `${ids.length}`, ids.join(', ')];
  });
  return `${counts}\n\n${tableOf(['Why a rule has no test', 'Rules', 'IDs'], rows)}`;
}
