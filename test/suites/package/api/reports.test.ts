import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { apiReports, reportFolder } from './reports.js';

const reports = apiReports();

describe('the API reports', () => {
  test.each([...reports])('%s contains the public types', (file, report) => {
    const advice = `The public types differ from docs/internals/api/${file}. If this is intended, run \`npm run api\` and commit it`;
    expect(report, advice).toBe(read(file));
  });

  test('exist for each subpath', () => {
    const files = readdirSync(reportFolder).filter((file) => file.endsWith('.api.md'));
    expect(files, 'Run `npm run api`, and delete the reports of removed subpaths').toEqual(
      [...reports.keys()].toSorted(),
    );
  });

  test.each([...reports])('%s names nothing that is not exported', (_, report) => {
    const internal = report.matchAll(/^(?:declare )?(?:abstract )?(?:interface|type|class|const) (\w+)/gm);
    expect([...internal].map(([, name]) => name)).toEqual([]);
  });

  test.each([...reports])('%s contains only options that are readonly', (_, report) => {
    const options = report.matchAll(/^export interface (\w*(?:Options|Hooks)\b[^{]*)\{\n([\s\S]*?)^\}/gm);
    const writable = [...options].flatMap(([, name, members = '']) =>
      members
        .split('\n')
        .filter((line) => /^ {4}\w+\??:/.test(line))
        .map((line) => `${name}: ${line.trim()}`),
    );
    expect(writable).toEqual([]);
  });

  test('contain no name that changes with each build', () => {
    for (const report of reports.values()) expect(report).not.toMatch(/-[\w-]{8}\.(d\.c?ts|c?js)/);
  });
});

/** Returns the report in the repository, or nothing if there is none. */
function read(file: string): string {
  return readdirSync(reportFolder).includes(file) ? readFileSync(new URL(file, reportFolder), 'utf8') : '';
}
