// Run by `npm version` before it commits. Writes the version of package.json to the `User-Agent`, and to the examples that users copy.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url);
const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
replaceIn('src/version.ts', /'[^']*';/, `'${version}';`);

const [major, minor] = version.split('.');
const examples = execFileSync('git', ['ls-files', 'examples/**/package.json'], {
  cwd: root,
  encoding: 'utf8',
});
for (const file of examples.trim().split('\n')) {
  replaceIn(file, /"outlet-open-api": "\^[^"]*"/, `"outlet-open-api": "^${major}.${minor}.0"`);
}

// They start the emulator in CI.
for (const file of ['compose.yaml', 'github-workflow.yml']) {
  replaceIn(
    `examples/any-language/${file}`,
    /outlet-open-api@\d+\.\d+/g,
    `outlet-open-api@${major}.${minor}`,
  );
}

function replaceIn(path: string, pattern: RegExp, replacement: string): void {
  const file = new URL(path, root);
  writeFileSync(file, readFileSync(file, 'utf8').replace(pattern, replacement));
}
