import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const { engines }: { engines: { node: string } } = JSON.parse(read('package.json'));
const { devDependencies }: { devDependencies: Record<string, string> } = JSON.parse(
  read('test/suites/runtimes/package.json'),
);

/** The tested versions of Node.js, the oldest first. */
const nodes = Object.entries(devDependencies)
  .filter(([name]) => /^node\d+$/.test(name))
  .map(([name, alias]) => ({ name, version: alias.replace('npm:node@', '') }))
  .toSorted((one, other) => majorOf(one.version) - majorOf(other.version));
const oldest = nodes[0]?.version ?? '';

function majorOf(version: string): number {
  return Number(version.split('.')[0]);
}

function minorOf(version: string): string {
  return version.split('.').slice(0, 2).join('.');
}

it('tests the oldest version of Node.js that the package supports', () => {
  expect(engines.node).toBe(`>=${oldest}`);
});

it('updates only to packages that run on the oldest version of Node.js', () => {
  expect(JSON.parse(read('.github/renovate.json')).constraints).toEqual(engines);
});

it('tests each version of Node.js under its name', () => {
  expect(nodes.map(({ name }) => name)).toEqual(nodes.map(({ version }) => `node${majorOf(version)}`));
});

it('states the compatibility date of Workers that is tested', () => {
  const [, date] =
    /compatibilityDate = "([^"]+)"/.exec(read('test/suites/runtimes/hosts/worker.capnp')) ?? [];

  expect(read('docs/guides/hosts.md')).toContain(`Set the compatibility date to ${date} or later`);
});

it.each(['README.md', 'CONTRIBUTING.md'])('%s states the oldest version of Node.js', (file) => {
  expect(read(file)).toMatch(new RegExp(`Node(\\.js)? ${minorOf(oldest)} or later`));
});
