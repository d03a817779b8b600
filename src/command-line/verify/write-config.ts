import { writeFile } from 'node:fs/promises';
import { suggestion } from '../../options/suggestion.js';
import type { Members } from '../../verify/scenario.js';
import { commonActions, suites } from '../../verify/suites.js';
import { UsageError } from '../console.js';

/** Writes a configuration to fill in. Returns what to do next. @throws UsageError if there is no such use case, or the file exists */
export async function writeConfig(useCase: string, config: string | undefined): Promise<string> {
  const file = config ?? 'outlet-verify.config.mjs';
  const suite = Object.entries(suites).find(([name]) => name === useCase)?.[1];
  if (!suite) {
    const names = Object.keys(suites);
    const advice = suggestion(useCase, names) || `The use cases are ${names.join(', ')}.`;
    throw new UsageError(`Unknown use case: ${useCase}. ${advice}`);
  }
  const text = `/** @type {import('outlet-open-api/verify').Verification} */
export default {
  useCase: '${useCase}',
${suite.isJob ? jobLines : serverLines}  actions: {
${linesOf(suite.actions)}${linesOf(commonActions)}  },
  state: {
${linesOf(suite.state)}  },
};
`;
  await writeFile(file, text, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
    throw new UsageError(`${file} exists. Remove or rename it first.`, { cause: error });
  });
  const option = config === undefined ? '' : `--config ${config} `;
  return `Wrote ${file}. Fill it in, and run: npx outlet-open-api verify ${option}--only plain-day\n`;
}

const serverLines = `  start: 'node server.js', // the command that starts your backend, in the folder of this file
  ready: 'http://127.0.0.1:{port}/health', // any status below 500 means that your backend is up
  webhookUrl: 'http://127.0.0.1:{port}/webhooks?secret={secret}', // {secret} in the path or the query
`;

const jobLines = `  // Remove both lines if your backend is a job without a server.
  start: 'node server.js', // the command that starts your backend, in the folder of this file
  ready: 'http://127.0.0.1:{port}/health', // any status below 500 means that your backend is up
`;

/** Optional members are comments. */
function linesOf(members: Members): string {
  const lines = Object.entries(members).flatMap(([name, { about, example, isOptional }]) => [
    `    // ${isOptional ? 'Optional. ' : ''}${about}\n`,
    `    ${isOptional ? '// ' : ''}${name}: ${example},\n`,
  ]);
  return lines.join('');
}
