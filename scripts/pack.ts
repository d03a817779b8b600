import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readPages } from './docs/pages.js';
import { isPublishedPage, publishedManifest, publishedMarkdown } from './published-files.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const shell = process.platform === 'win32';

/** Builds the SDK, packs the files that are published, and returns the path of the tarball. */
export function packInto(folder: string): string {
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit', shell });

  const stage = mkdtempSync(join(tmpdir(), 'outlet-open-api-'));
  for (const name of ['LICENSE', 'SKILL.md', 'dist']) {
    cpSync(join(root, name), join(stage, name), { recursive: true });
  }
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  writeFileSync(join(stage, 'package.json'), `${JSON.stringify(publishedManifest(manifest), null, 2)}\n`);
  for (const { path, text } of readPages()) {
    if (path !== 'README.md' && !isPublishedPage(path)) continue;
    mkdirSync(dirname(join(stage, path)), { recursive: true });
    writeFileSync(join(stage, path), publishedMarkdown(text, path, manifest));
  }

  const printed = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: stage,
    encoding: 'utf8',
    shell,
  });
  rmSync(stage, { recursive: true });
  return join(folder, printed.trim().split('\n').at(-1) ?? '');
}

/** Unpacks a tarball of npm into an existing folder. */
export function unpackInto(folder: string, tarball: string): void {
  execFileSync('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
}
