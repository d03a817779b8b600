// `npm run check code-blocks`: compiles every block of TypeScript in the README and the docs, as a user would who pastes it.
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { allCodeBlocks, type CodeBlock, writeFiles } from './code-block.js';

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
