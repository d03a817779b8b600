import { mkdir, readFile } from 'node:fs/promises';

const hasOneFolder = process.env.MISTAKE === 'shares-its-books';

const folderOf = ({ dataFolder, outletRef }) => `${dataFolder}/${hasOneFolder ? 'books' : outletRef}`;

/** Runs the job for an outlet. */
async function runJob(settings, ...args) {
  const folder = folderOf(settings);
  await mkdir(folder, { recursive: true });
  const { run, token } = settings;
  await run(`OUTLET_ACCESS_TOKEN=${token} DATA_FOLDER=${folder} python3 job.py ${args.join(' ')}`);
}

/** Returns what the job has shown, or nothing before its first run. */
async function readBooks(settings, name) {
  return JSON.parse(await readFile(`${folderOf(settings)}/${name}.json`, 'utf8').catch(() => '[]'));
}

/** @type {import('outlet-open-api/verify').Verification} */
export default {
  useCase: 'accounting',
  actions: {
    poll: (settings) => runJob(settings),
    backfill: (settings) => runJob(settings, settings.from),
    closeDay: (settings) => runJob(settings, settings.day, settings.timeZone),
    // The outlet is in the settings of each action.
    addOutlet() {},
  },
  state: {
    bills: (settings) => readBooks(settings, 'bills'),
    takings: (settings) => readBooks(settings, 'takings'),
  },
};
