import { printable } from '../../errors/issue.js';
import { defaultAssumptions } from '../../fake/index.js';
import type { Finding, Seen } from '../../learn/finding.js';
import type { Learned } from '../../learn/learn.js';
import { oneOrderPerKey } from '../../learn/probes/statements.js';
import { type Output, styled } from '../console.js';
import { documentPath } from '../document-path.js';

const defaults = new Map<string, unknown>(Object.entries(defaultAssumptions));
/** The longest line of code. */
const maxCode = 90;
/** The longest value in the table. */
const maxText = 20;

/** Returns the report of a run, with the most urgent part first. */
export function reportOf(
  { findings, unreadable, client, observable, requests }: Learned,
  out: string | undefined,
  output: Output,
): string {
  const select = (kind: Finding['kind'], result: Finding['result']) =>
    findings.filter((finding) => finding.kind === kind && finding.result === result);
  const broken = select('rule', 'contradictory');
  const others = broken.filter(({ name }) => name !== oneOrderPerKey);
  const certain = select('assumption', 'certain');
  const found = new Set(certain.map(({ name }) => name.split('.', 1)[0]));
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0
      ? ''
      : `${styled(output, 'bold', title)}\n${lines.map((line) => `  ${line}\n`).join('')}\n`;
  return [
    section(
      'One idempotency key created several orders, so a retry can charge a guest twice. Do not go live:',
      broken.filter((rule) => !others.includes(rule)).flatMap(contradiction),
    ),
    section(
      'The client cannot read these lists, so most of what follows is unknown for them:',
      unreadable.flatMap(({ endpoint, problem }) => [endpoint, ...indented(problem)]),
    ),
    section(
      unreadable.length === 0
        ? 'Your client needs these options. With them, it reads all lists:'
        : 'Your client needs these options:',
      clientOptions(client),
    ),
    section(
      'The API breaks rules of its specification. Report this to the vendor:',
      others.flatMap(contradiction),
    ),
    section(
      `Found ${found.size} of the ${observable} undocumented details that these ${requests} requests can show:`,
      certain.length === 0 ? [] : table(certain),
    ),
    section(
      'Contradictory, so not in the file:',
      select('assumption', 'contradictory').flatMap(contradiction),
    ),
    section('Seen in some places only, so not in the file:', select('assumption', 'partial').flatMap(partly)),
    section(
      'Check this yourself:',
      findings.flatMap(({ name, doubt }) => (doubt === undefined ? [] : [name, ...indented(doubt)])),
    ),
    section('Not observable:', reasons(select('assumption', 'not-observable'))),
    `What each detail means is in ${documentPath('reference/assumptions.md')}, and in the dashboard of the emulator.\n`,
    out === undefined
      ? 'To save the result for the emulator and your tests, add --out outlet.json.\n'
      : `To use the file, add --learned ${out} to the commands emulator, doctor and export.\n`,
  ].join('');
}

/** Returns a table of the values, with the default of the fake if it differs. */
function table(findings: readonly Finding[]): string[] {
  const rows = findings.flatMap(({ name, seen: [first] }) => {
    const byDefault = JSON.stringify(defaults.get(name.split('.', 1)[0] ?? ''));
    return first
      ? [[name, shortened(first.text), times(first), first.text === byDefault ? '' : byDefault]]
      : [];
  });
  return [['detail', 'your outlet', 'seen', 'default of the fake'], ...rows].map(
    ([name = '', value = '', seen = '', other = '']) =>
      [name.padEnd(29), value.padEnd(maxText + 1), seen.padEnd(10), other].join(' ').trimEnd(),
  );
}

/** Returns what was seen, except what keeps a rule. */
function contradiction({ kind, name, seen }: Finding): string[] {
  const shown = seen.filter((one) => kind === 'assumption' || !('value' in one));
  const lines = shown.map(
    (one) => `${one.text.replace(/\.$/, '')} (${times(one)}): ${one.places.join(', ')}`,
  );
  return [printable(name), ...lines.flatMap(indented)];
}

/** Returns the value of a finding, with the places that showed it and those that did not. */
function partly({ name, seen: [first], missing = [] }: Finding): string[] {
  if (!first) return [];
  const lines = [
    `${shortened(first.text)}: ${first.places.join(', ')}`,
    `not shown by: ${missing.join(', ')}`,
  ];
  return [name, ...lines.flatMap(indented)];
}

function times({ count }: Seen): string {
  return count === 1 ? 'once' : `${count} times`;
}

/** Names the details for each reason. */
function reasons(findings: readonly Finding[]): string[] {
  const byReason = new Map<string, string[]>();
  for (const { name, reason = '' } of findings) byReason.set(reason, [...(byReason.get(reason) ?? []), name]);
  return [...byReason].flatMap(([reason, names]) => [
    ...wrapped(printable(reason)),
    ...indented(names.join(', ')),
  ]);
}

function indented(text: string): string[] {
  return wrapped(printable(text)).map((line) => `  ${line}`);
}

/** Wraps text into lines of at most 76 characters. */
function wrapped(text: string): string[] {
  return text.match(/.{1,76}(?:\s|$)/g)?.map((line) => line.trim()) ?? [];
}

/** Returns the code of the options that the client needs, one a line. */
function clientOptions(options: Learned['client']): string[] {
  const lines = Object.entries(options).flatMap(([name, ofLists]) => {
    const names = Object.entries(ofLists).map(([list, text]) => `${list}: ${JSON.stringify(text)}`);
    const line = `${name}: { ${names.join(', ')} },`;
    return line.length <= maxCode ? [line] : [`${name}: {`, ...names.map((text) => `  ${text},`), '},'];
  });
  return lines.length === 0 ? [] : ['new OutletClient({', ...lines.map((line) => `  ${line}`), '});'];
}

function shortened(text: string): string {
  const line = printable(text);
  return line.length > maxText ? `${line.slice(0, maxText)}…` : line;
}
