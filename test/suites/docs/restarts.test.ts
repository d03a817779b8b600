import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createFakeOutlet } from 'outlet-open-api/testing';
import { expect, test } from 'vitest';
import { serve } from '../../../examples/restaurant/serve.js';
import { newFolder } from '../../support/new-folder.js';
import { bundleOf } from '../../support/running/bundled.js';
import { allCodeBlocks, type CodeBlock } from './code-blocks/code-block.js';

/** Pages with a program that cannot resume here, and why. */
const excluded: Readonly<Record<string, string>> = {
  'docs/guides/accounting.md': 'Its accounting system is that of the reader.',
  'docs/guides/order-data.md': 'Its copy is in memory as well, so each start rightly begins again.',
  'docs/guides/scaling.md': 'It needs a Redis server.',
};

/** The printed programs that read a list, and resume from positions or checkpoints. A reconciliation never resumes. */
const programs = allCodeBlocks().filter(
  ({ page, info, code }) =>
    !(page in excluded) &&
    ['', 'no-run'].includes(info) &&
    /checkpoint|position/i.test(code) &&
    /\.pages\(\)|(backfillOrders|pollGoodsReceipts)\(/.test(code),
);

/** How many pages with records a program gets after its first file, before it is killed. */
const pagesBeforeKill = 3;

test('every page about positions or checkpoints has a program', () => {
  const guides = ['inventory', 'pagination'];
  const pages = new Set(programs.map(({ page }) => page));
  expect([...pages].sort()).toEqual(guides.map((guide) => `docs/guides/${guide}.md`));
});

test.each(programs.map((block) => [`${block.page}:${block.line}`, block] as const))(
  'the program in %s can be killed, and the next start resumes',
  async (_, block) => {
    const folder = await newFolder();
    const program = await bundle(block);

    const { fake, known, expected } = outletFor(block);
    let child: ChildProcess | undefined;
    let pages = 0;
    const api = await serve(async (request) => {
      if (pages === pagesBeforeKill) child?.kill('SIGKILL');
      const response = await fake.fetch(request);
      const hasRecords = (await response.clone().text()).includes('"id":');
      if (hasRecords && readdirSync(folder).length > 0) pages += 1;
      return response;
    });
    const start = async () => {
      const started = spawn(process.execPath, [program], {
        cwd: folder,
        env: {
          ...process.env,
          OUTLET_BASE_URL: api.url,
          OUTLET_ACCESS_TOKEN: fake.key('order-data').token,
        },
      });
      child = started;
      const [output, errors] = [text(started.stdout), text(started.stderr)];
      const [code, signal] = await once(started, 'close');
      return { output: await output, errors: await errors, code, signal };
    };

    const killed = await start();
    expect(killed).toMatchObject({ signal: 'SIGKILL' });
    const [first = 'nothing'] = idsIn(killed.output + written(folder), known);
    const resumed = await start();
    expect(resumed).toMatchObject({ code: 0 });
    await api.close();

    const processed = idsIn(killed.output + resumed.output + written(folder), known);
    expect(expected.filter((id) => !processed.includes(id))).toEqual([]);
    expect(processed.filter((id) => id === first)).toEqual([first]);
  },
);

/** Bundles a block with the SDK into one file, as a user would start it alone. Returns its path. */
function bundle({ above, code, page }: CodeBlock): Promise<string> {
  // A poll saves its first page at once. From the date of the guide, that page may be empty.
  const from = new Date(Date.now() - 3_600_000).toISOString();
  const start = isPoll(code) ? code.replace(/from: '\S+'/, `from: '${from}'`) : code;
  const sourcefile = page.replace(/md$/, 'ts');
  const resolveDir = fileURLToPath(new URL('../../../', import.meta.url));
  return bundleOf({ stdin: { contents: above + start, resolveDir, sourcefile, loader: 'ts' } }, 'program.ts');
}

/** Creates an outlet with many pages of records. Returns their IDs, and the IDs of those that a program has to process. */
function outletFor({ code }: CodeBlock) {
  const fake = createFakeOutlet({ rateLimit: { requests: 50, interval: 1_000 } });
  const items = [{ quantity: 1, totalPrice: 10, taxRate: 0.2 }];
  const added = Array.from({ length: 200 }, () => fake.goodsReceipts.add({ status: 'completed', items }));
  const ended = fake.orders.all().filter(({ status }) => ['complete', 'cancelled'].includes(status));
  // A poll starts in the middle of the receipts that the outlet had.
  const known = isPoll(code) ? fake.goodsReceipts.all() : ended;
  return { fake, known: known.map(idOf), expected: (isPoll(code) ? added : ended).map(idOf) };
}

const isPoll = (code: string) => code.includes('pollGoodsReceipts');

const idOf = ({ id }: { readonly id: string }) => id;

/** Returns the known IDs in a text, in order, as often as it contains them. */
function idsIn(output: string, known: readonly string[]): string[] {
  const ids = new Set(known);
  return output.split(/[^\w-]+/).filter((word) => ids.has(word));
}

/** Returns what a program has written to the files that some guides use in place of a database. */
function written(folder: string): string {
  const paths = ['orders.csv', 'ledger.json'].map((file) => join(folder, file));
  return paths.map((path) => (existsSync(path) ? readFileSync(path, 'utf8') : '')).join('\n');
}
