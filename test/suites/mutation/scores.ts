import { readFileSync } from 'node:fs';
import { dirname } from 'node:path/posix';

/** The part of a mutation report that this module reads. */
interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly { readonly status: string }[] }>>;
}

interface Score {
  /** A file or a folder. */
  readonly name: string;
  /** The percentage of mutants that a test finds. */
  readonly score: number;
  readonly alive: number;
}

const found = ['Killed', 'Timeout'];
const missed = ['Survived', 'NoCoverage'];

/** Returns the scores of a report, by file and by folder. Mutants that did not run do not count. */
export function readScores(report: string): { files: Score[]; folders: Score[] } {
  const { files }: Report = JSON.parse(readFileSync(report, 'utf8'));
  const fates = Object.entries(files).flatMap(([file, { mutants }]) =>
    mutants.map(({ status }) => ({ file, folder: dirname(file), status })),
  );
  const scoresBy = (key: 'file' | 'folder') =>
    [...new Set(fates.map((fate) => fate[key]))].map((name) => {
      const statuses = fates.filter((fate) => fate[key] === name).map(({ status }) => status);
      return scoreOf(name, statuses);
    });
  return { files: scoresBy('file'), folders: scoresBy('folder') };
}

function scoreOf(name: string, statuses: readonly string[]): Score {
  const dead = statuses.filter((status) => found.includes(status)).length;
  const alive = statuses.filter((status) => missed.includes(status)).length;
  return { name, score: dead + alive > 0 ? (100 * dead) / (dead + alive) : 100, alive };
}
