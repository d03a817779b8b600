import type { OtherCopy } from '../cases/case.js';
import { processes } from '../cases/processes.js';
import { runCases } from '../cases/run-cases.js';

/** Runs the cases in a process of Node.js, Bun or Deno. The process must end by itself. */
export function runInProcess(otherCopy: OtherCopy): Promise<void> {
  const [, , serviceUrl = ''] = process.argv;
  const { deno, bun, node } = process.versions;
  console.log(JSON.stringify({ version: deno ?? bun ?? node }));
  return runCases(processes, { serviceUrl, otherCopy }, (line) => console.log(line));
}
