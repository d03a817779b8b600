import { styleText } from 'node:util';
import { printable } from '../../errors/issue.js';
import { defaultAssumptions } from '../../fake/index.js';
import type { Finding, Seen } from '../../learn/finding.js';
import type { Learned } from '../../learn/learn.js';
import { oneOrderPerKey } from '../../learn/probes/statements.js';
import type { PerList } from '../../transport/list-names.js';
import type { Output } from '../console.js';

const defaults = new Map<string, unknown>(Object.entries(defaultAssumptions));
/** The longest value in the table. */
const maxText = 20;

/** Returns the report of a run, with the most urgent part first. */
export function reportOf(
  { findings, requests, cursorParams, nextFields }: Learned,
  out: string | undefined,
  output: Output,
): string {
  const select = (kind: Finding['kind'], result: Finding['result']) =>
    findings.filter((finding) => finding.kind === kind && finding.result === result);
  const broken = select('rule', 'contradictory');
  const others = broken.filter(({ name }) => name !== oneOrderPerKey);
  const certain = select('assumption', 'certain');
  const total = findings.filter(({ kind }) => kind === 'assumption').length;
  const heading = (text: string) =>
    output.hasColors?.() ? styleText('bold', text, { validateStream: false }) : text;
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? '' : `${heading(title)}\n${lines.map((line) => `  ${line}\n`).join('')}\n`;
  return [
    section(
      'One idempotency key created several orders, so a retry can charge a guest twice. Do not go live:',
      broken.filter((rule) => !others.includes(rule)).flatMap(contradiction),
    ),
    section(
      'The API breaks rules of its specification. Report this to the vendor:',
      others.flatMap(contradiction),
    ),
    section(
      `Found ${certain.length} of ${total} undocumented details, with ${requests} requests:`,
      certain.length === 0 ? [] : table(certain),
    ),
    section(
      'Contradictory, so not in the file:',
      select('assumption', 'contradictory').flatMap(contradiction),
    ),
    section('Seen in some places only, so not in the file:', select('assumption', 'partial').flatMap(partly)),
    section('Not observable:', reasons(select('assumption', 'not-observable'))),
    section('Your client needs these options:', clientOptions(cursorParams, nextFields)),
    out === undefined
      ? 'To save the result for the emulator and your tests, add --out outlet.json.\n'
      : `The file is ${out}. To start an emulator with its values:\n  npx outlet-open-api emulator --assumptions ${out}\n`,
  ].join('');
}

/** Returns a table of the values, with the default of the fake if it differs. */
function table(findings: readonly Finding[]): string[] {
  const rows = findings.flatMap(({ name, seen: [first] }) => {
    const byDefault = JSON.stringify(defaults.get(name));
    return first
      ? [[name, shortened(first.text), times(first), first.text === byDefault ? '' : byDefault]]
      : [];
  });
  return [['detail', 'your outlet', 'seen', 'default of the fake'], ...rows].map(
    ([name = '', value = '', seen = '', other = '']) =>
      [name.padEnd(24), value.padEnd(maxText + 1), seen.padEnd(10), other].join(' ').trimEnd(),
  );
}

function contradiction({ name, seen }: Finding): string[] {
  return [
    printable(name),
    ...seen.map((one) => `  ${printable(one.text)} (${times(one)}): ${one.places.join(', ')}`),
  ];
}

/** Returns the value of a finding, with the places that showed it and those that did not. */
function partly({ name, seen: [first], missing = [] }: Finding): string[] {
  if (!first) return [];
  const lines = [
    `${shortened(first.text)}: ${first.places.join(', ')}`,
    `not shown by: ${missing.join(', ')}`,
  ];
  return [name, ...lines.flatMap(wrapped).map((line) => `  ${line}`)];
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
    ...wrapped(names.join(', ')).map((line) => `  ${line}`),
  ]);
}

/** Wraps text into lines of at most 76 characters. */
function wrapped(text: string): string[] {
  return text.match(/.{1,76}(?:\s|$)/g)?.map((line) => line.trim()) ?? [];
}

/** Returns the code of the options that the client needs. */
function clientOptions(cursorParam: PerList<string>, nextField: PerList<string>): string[] {
  const fields = Object.entries({ cursorParam, nextField }).flatMap(([option, names]) => {
    const byDefault = option === 'nextField' ? 'next' : 'cursor';
    const others = Object.entries(names).filter(([, name]) => name !== byDefault);
    return others.length === 0 ? [] : [`${option}: ${codeOf(others)}`];
  });
  return fields.length === 0 ? [] : [`new OutletClient({ ${fields.join(', ')} });`];
}

/** Returns the names of lists as code. */
function codeOf(names: readonly (readonly [list: string, name: string | undefined])[]): string {
  return `{ ${names.map(([list, name]) => `${list}: ${JSON.stringify(name)}`).join(', ')} }`;
}

function shortened(text: string): string {
  const line = printable(text);
  return line.length > maxText ? `${line.slice(0, maxText)}…` : line;
}
