// `npm run bench`: measures the client and its peers in the same run.
import { installPackages } from '../../support/installing/install-packages.js';
import { readArguments, usage } from './arguments.js';
import { Bench } from './bench.js';
import { cost } from './cost/section.js';
import { limit } from './limit/section.js';
import { lists } from './lists/section.js';
import { type MeasuredRow, measureSection } from './measure-section.js';
import { outages } from './outages/section.js';
import { cellText } from './report/cell.js';
import { circumstances } from './report/circumstances.js';
import { latenessText } from './report/lateness.js';
import { tableOf, writeTable } from './report/markdown.js';
import { Service } from './service/service.js';

const line = process.argv.slice(2);
const wanted = readArguments(line, [limit, outages, lists, cost]);
if (!wanted) {
  console.error(usage);
  process.exit(1);
}

const command = ['npm run bench', ...(line.length > 0 ? ['--', ...line] : [])].join(' ');
if (wanted.peers) installPackages(new URL('.', import.meta.url));
const service = new Service();
const bench = new Bench(service, {
  ...wanted,
  observe: (cell) => wanted.cells && console.error(cellText(cell)),
});
const rows: MeasuredRow[] = [];
for (const section of wanted.sections)
  rows.push(...(await measureSection(section, bench, wanted.quick ? 10 : 3)));
service.stop();

const table = `${tableOf(rows)}\n\n${circumstances(command)}`;
console.log(table);
if (wanted.write) writeTable(table);
console.error(latenessText(bench.lateness));
