// `npm run check prose`: reports words and sentences in docs, comments, messages and test titles that are hard to read.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { TextlintKernel } from '@textlint/kernel';
import markdown from '@textlint/textlint-plugin-markdown';
import prh from 'textlint-rule-prh';
import { pages } from './pages.js';
import { proseOf } from './prose.js';
import { sentences } from './sentences.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const kernel = new TextlintKernel();
const plugins = [{ pluginId: 'markdown', plugin: markdown.default }];
const rulesOfAll = [
  {
    ruleId: 'words',
    rule: prh.default,
    options: { rulePaths: [fileURLToPath(new URL('words.yml', import.meta.url))] },
  },
  { ruleId: 'sentences', rule: sentences },
];
const rulesOfPages = [...rulesOfAll, { ruleId: 'pages', rule: pages }];
/** The page that lists what the API specification does not define, and the table that quotes its test titles. */
const lists = ['docs/reference/assumptions.md', 'docs/internals/conformance.md'];

const kinds = ['*.md', '*.ts', '*.tsx', '*.mts', '*.cts', '*.mjs', '*.cjs', '*.js'];
const files = execFileSync('git', ['ls-files', ...kinds], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((file) => !/\.api\.md$|^test\/suites\/prose\//.test(file));

const problems = (await Promise.all(files.map(check))).flat();
for (const problem of problems) console.error(problem);
console.log(`${files.length} files, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;

async function check(file: string): Promise<string[]> {
  const text = readFileSync(`${root}/${file}`, 'utf8');
  const isPage = file.endsWith('.md');
  const prose = isPage ? text : proseOf(text);
  const rules = isPage && !lists.includes(file) ? rulesOfPages : rulesOfAll;
  const { messages } = await kernel.lintText(prose, { ext: '.md', plugins, rules });
  return messages.map(({ line, message }) => `${file}:${line}: ${message}`);
}
