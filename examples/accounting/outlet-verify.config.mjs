import { readdir, readFile } from 'node:fs/promises';
import { defineVerification } from 'outlet-open-api/verify';

const day = 24 * 60 * 60 * 1_000;

export default defineVerification({
  useCase: 'accounting',
  env: {
    TIME_ZONE: 'Europe/Berlin',
    CURRENCY: 'EUR',
    RECEIPTS_SINCE: new Date(Date.now() - 80 * day).toISOString(),
  },
  actions: {
    poll: ({ run }) => run('node --import tsx main.ts'),
    // Each run reads the receipts of 80 days.
    backfill: ({ run }) => run('node --import tsx main.ts'),
    closeDay: ({ run, day }) => run(`node --import tsx close-day.ts ${day}`),
  },
  state: {
    // The amounts are those of the journal.
    async bills({ dataFolder, outletRef }) {
      const folder = `${dataFolder}/${outletRef}/ledger`;
      const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'));
      return Promise.all(
        files.map(async (name) => {
          const { bill, journal } = JSON.parse(await readFile(`${folder}/${name}`, 'utf8'));
          const balance = (account) =>
            journal
              .filter((row) => row.account === account)
              .reduce((sum, { debit, credit }) => sum + Number(debit) - Number(credit), 0) / 100;
          return {
            id: decodeURIComponent(name.slice(0, -'.json'.length)),
            total: -balance('Accounts payable'),
            tax: balance('Input tax'),
            status: bill ? 'posted' : 'voided',
          };
        }),
      );
    },
    async takings({ dataFolder, outletRef }) {
      const folder = `${dataFolder}/${outletRef}/takings`;
      const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'));
      const days = await Promise.all(
        files.map(async (name) => JSON.parse(await readFile(`${folder}/${name}`, 'utf8'))),
      );
      return days.flat().map(({ day, minorUnits }) => ({ day, amount: minorUnits / 100 }));
    },
  },
});
