import { printable } from '../../errors/issue.js';
import { type Output, styled } from '../console.js';

/** The result of one check. */
export interface Finding {
  readonly check: string;
  readonly result: 'ok' | 'warn' | 'fail' | 'skip';
  /** What the check found and, unless it is `ok`, what to do. */
  readonly message: string;
}

const colors = { ok: 'green', warn: 'yellow', fail: 'red', skip: 'gray' } as const;

/** Prints a finding in one line. */
export function printFinding({ check, result, message }: Finding, output: Output): void {
  output.write(`${styled(output, colors[result], result.padEnd(4))}  ${check}: ${printable(message)}\n`);
}

/** Summarizes the findings in one line. */
export function summaryOf(findings: readonly Finding[]): string {
  const count = (wanted: Finding['result']) => findings.filter(({ result }) => result === wanted).length;
  const [failed, warnings] = [count('fail'), count('warn')];
  const texts = [
    ...(failed > 0 ? [failed === 1 ? '1 check failed' : `${failed} checks failed`] : []),
    ...(warnings > 0 ? [warnings === 1 ? '1 warning' : `${warnings} warnings`] : []),
  ];
  return `${texts.join(', ') || 'All checks passed'}.\n`;
}
