// `npm run check code-blocks`: compiles every block of TypeScript in the README and the docs, as a user would who pastes it.
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { allCodeBlocks, type CodeBlock, writeFiles } from './code-block.js';

/** The columns that fit on the site in a window of 1,440 px. */
const maxWidth = 100;

const { options } = ts.parseJsonConfigFileContent(
  {
    extends: '../../../../tsconfig.json',
    compilerOptions: {
      exactOptionalPropertyTypes: false,
      noUnusedLocals: false,
      noUnusedParameters: false,
      verbatimModuleSyntax: false,
    },
    files: [],
  },
  ts.sys,
  fileURLToPath(new URL('.', import.meta.url)),
);

const files = writeFiles(allCodeBlocks().filter(({ info }) => info === '' || info === 'no-run'));
const errors = programs(files).flatMap((paths) => {
  const program = ts.createProgram(paths, options);
  return paths.flatMap((path) =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(path))
      .map((diagnostic) => describeError(diagnostic, files.get(path))),
  );
});
const wide = [...files.values()].flatMap(({ page, line, code }) =>
  code
    .split('\n')
    .flatMap((text, index) => (text.length > maxWidth ? `${page}:${line + index}: over 100 columns` : [])),
);
errors.push(...wide);
for (const error of new Set(errors)) console.error(error);
console.log(`${files.size} code blocks, ${errors.length} errors`);
process.exitCode = errors.length > 0 ? 1 : 0;

/** One program for all files, except that a file which adds fields to an entity gets its own. */
function programs(blocks: ReadonlyMap<string, CodeBlock>): string[][] {
  const augments = (block: CodeBlock) => /declare module/.test(block.above + block.code);
  const [together, alone]: [string[], string[]] = [[], []];
  for (const [path, block] of blocks) (augments(block) ? alone : together).push(path);
  return [together, ...alone.map((path) => [path])];
}

function describeError({ messageText, file, start = 0 }: ts.Diagnostic, block?: CodeBlock): string {
  const message = ts.flattenDiagnosticMessageText(messageText, '\n  ');
  if (!file || !block) return message;
  const line = file.getLineAndCharacterOfPosition(start).line - block.above.split('\n').length + 1;
  return `${block.page}:${block.line + line}: ${message}`;
}
