import type { Section } from '../../../test/conformance/rule.js';
import type { TaggedTitle } from './tagged-titles.js';

/** A rule of the specification, with the tests whose titles name it. */
export interface TestedRule {
  readonly id: string;
  /** Why no test can check the rule. */
  readonly reason: string | undefined;
  readonly tests: readonly TaggedTitle[];
}

/** Returns the rules of a section with their tests. */
export function testedRules({ rules }: Section, titles: readonly TaggedTitle[]): TestedRule[] {
  return Object.entries(rules).map(([id, rule]) => ({
    id,
    reason: typeof rule === 'string' ? undefined : rule.reason,
    tests: titles.filter(({ tags }) => tags.some((tag) => matches(tag, id))),
  }));
}

/** Returns every rule that has neither a test nor a reason, or both, or a double ID, and every tag without a rule. */
export function problemsIn(sections: readonly Section[], titles: readonly TaggedTitle[]): string[] {
  const rules = sections.flatMap((section) => testedRules(section, titles));
  const ids = rules.map(({ id }) => id);
  return [
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} exists twice`),
    ...rules.flatMap(({ id, reason, tests }) => {
      if (reason === undefined) return tests.length > 0 ? [] : [`${id} has neither a test nor a reason`];
      return tests.length > 0 ? [`${id} has a test and a reason for having none`] : [];
    }),
    ...titles.flatMap(({ file, tags }) =>
      tags.filter((tag) => !ids.some((id) => matches(tag, id))).map((tag) => `${file} names no rule: ${tag}`),
    ),
  ];
}

function matches(tag: string, id: string): boolean {
  return tag.endsWith('.*') ? id.startsWith(tag.slice(0, -1)) : tag === id;
}
