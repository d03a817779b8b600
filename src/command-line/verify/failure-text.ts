import type { FailedCheck } from '../../verify/run-scenario.js';
import { type TimelineLine, timeText } from '../../verify/timeline.js';

/** What marks a line in text: what the suite did, and what the backend printed. */
const marks = { suite: '* ', api: '', webhook: '', output: '| ' } as const;

export function lineText({ at, by, text }: TimelineLine): string {
  return `${timeText(at)} ${marks[by]}${text}`;
}

export function failureText({ subject, expected, found }: FailedCheck): string {
  return `${subject}: expected ${expected}; found ${found}`;
}
