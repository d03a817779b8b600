import { tableOf } from '../markdown.js';
import { readText } from '../pages.js';

/** The runtimes on which the packed package is tested, with the versions that test/suites/runtimes installs. */
export function runtimes(): string {
  const { devDependencies }: { devDependencies: Record<string, string> } = JSON.parse(
    readText('test/suites/runtimes/package.json'),
  );
  const { engines }: { engines: { node: string } } = JSON.parse(readText('package.json'));
  const versions = Object.entries(devDependencies)
    .filter(([name]) => /^node\d+$/.test(name))
    .map(([, alias]) => Number.parseInt(alias.replace('npm:node@', ''), 10))
    .toSorted((one, other) => one - other);
  const [, date = ''] =
    /compatibilityDate = "([^"]+)"/.exec(readText('test/suites/runtimes/hosts/worker.capnp')) ?? [];
  return tableOf(
    ['Runtime', 'Supported', 'Tested'],
    [
      ['Node.js', `${engines.node.replace(/^>=|\.0$/g, '')} or later`, versions.join(', ')],
      ['Bun', 'Current version', majorOf(devDependencies.bun)],
      ['Deno', 'Current version', majorOf(devDependencies.deno)],
      ['Cloudflare Workers', `Compatibility date ${date} or later`, `workerd with ${date}`],
      ['Browsers', 'Current versions', 'Chromium'],
    ],
  );
}

function majorOf(version: string | undefined): string {
  if (version === undefined) throw new Error('test/suites/runtimes/package.json lacks bun or deno');
  return version.split('.')[0] ?? version;
}
