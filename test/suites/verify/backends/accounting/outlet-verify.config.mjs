import { readFile } from 'node:fs/promises';

/** @type {import('outlet-open-api/verify').Verification} */
export default {
  useCase: 'accounting',
  actions: {
    poll: ({ run }) => run('python3 job.py'),
    backfill: ({ run, from }) => run(`python3 job.py ${from}`),
  },
  state: {
    bills: async ({ dataFolder }) =>
      JSON.parse(await readFile(`${dataFolder}/bills.json`, 'utf8').catch(() => '[]')),
  },
  // Each job has ended when the suite compares.
  settleTimeout: 2_000,
};
