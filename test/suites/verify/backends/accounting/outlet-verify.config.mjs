import { readFile } from 'node:fs/promises';

/** Returns what the job has shown, or nothing before its first run. */
const shown = async (file) => JSON.parse(await readFile(file, 'utf8').catch(() => '[]'));

/** @type {import('outlet-open-api/verify').Verification} */
export default {
  useCase: 'accounting',
  actions: {
    poll: ({ run }) => run('python3 job.py'),
    backfill: ({ run, from }) => run(`python3 job.py ${from}`),
    closeDay: ({ run, day, timeZone }) => run(`python3 job.py ${day} ${timeZone}`),
  },
  state: {
    bills: ({ dataFolder }) => shown(`${dataFolder}/bills.json`),
    takings: ({ dataFolder }) => shown(`${dataFolder}/takings.json`),
  },
  // Each job has ended when the suite compares.
  settleTimeout: 2_000,
};
