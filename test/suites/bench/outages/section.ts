import type { Cell, Measured } from '../bench.js';
import type { ClientName } from '../clients/names.js';
import { percentile } from '../rates.js';
import { readEach } from '../readings.js';
import type { Row, Section } from '../row.js';
import { leadTime } from '../runner/outage.js';
import type { OutageWork } from '../runner/work.js';
import type { Outage, OutageKind } from '../service/key-plan.js';

/** Those that retry. Only ours in a quick run. */
const clients = (isQuick: boolean): readonly ClientName[] =>
  isQuick ? ['ours'] : ['ours', 'p-throttle-and-retry', 'stripe', 'openai'];

/** The outage begins between the first call and the others. */
const begin = leadTime / 2;

function cell(client: ClientName, outage: Outage, work: Partial<OutageWork>): Cell {
  const usual = { calls: 40, priority: 'interactive', later: 0, from: 0, giveUpAfter: 60_000 } as const;
  return { client, key: { outages: [outage] }, work: { kind: 'outage', ...usual, ...work } };
}

/** The seconds from the beginning of the calls until the last of them ended. */
function lastEnd({ outcome: { began, calls } }: Measured): number {
  return (Math.max(...calls.map(({ ended }) => ended)) - began) / 1_000;
}

function seconds(time: number): string {
  return Number.isFinite(time) ? `${time.toFixed(1)} s` : 'not within 60 s';
}

function lostIn({ outcome: { calls } }: Measured): number {
  return calls.filter(({ succeeded }) => !succeeded).length;
}

function failing(name: string, kind: OutageKind, text: string, maxSeconds: number, maxRequests: number): Row {
  return {
    name,
    isVariation: kind === 'refused' || kind === 'slow-error',
    figure: `40 interactive calls at once, ${text}: the last error, and requests for each call`,
    bar: `${maxSeconds} s, ${maxRequests}`,
    async measure(bench) {
      const outage = { after: begin, lasting: 90_000, kind };
      const cells = clients(bench.quick).map((client) => cell(client, outage, {}));
      return readEach(await bench.measure(cells), ([run]) => {
        if (!run) return { text: 'not measured' };
        const requests = run.log.filter((entry) => entry.name === 'failed').length / 40;
        const counted = kind === 'refused' ? '' : `, ${requests.toFixed(1)}`;
        const met = lastEnd(run) <= maxSeconds && requests <= maxRequests;
        return { text: `${seconds(lastEnd(run))}${counted}`, met };
      });
    },
  };
}

/** @param expected - how many calls fail even if the client retries each 4 times */
function losing(
  name: string,
  text: string,
  outage: Omit<Outage, 'after'>,
  work: Partial<OutageWork>,
  expected = 0,
): Row {
  return {
    name,
    isVariation: name === 'restart',
    figure: `${text}: calls that failed`,
    bar: expected === 0 ? '0' : `about ${expected}, as with 4 retries each`,
    async measure(bench) {
      const cells = clients(bench.quick).map((client) => cell(client, { after: begin, ...outage }, work));
      return readEach(await bench.measure(cells), ([run]) => {
        const lost = run ? lostIn(run) : Number.NaN;
        return { text: `${lost}`, met: lost <= 2 * expected };
      });
    },
  };
}

const during: Row = {
  name: 'during',
  figure:
    'An interactive call in each second of an outage with a 503 at once: the median and the slowest error',
  bar: 'at most 50 ms, or a probe (1 s)',
  async measure(bench) {
    const outage = { after: begin, lasting: 90_000, kind: 'unavailable' } as const;
    const work = { later: 20, from: 10_000 };
    const cells = clients(bench.quick).map((client) => cell(client, outage, work));
    return readEach(await bench.measure(cells), ([run]) => {
      const later = run?.outcome.calls.filter(({ id }) => id.startsWith('later')) ?? [];
      const durations = later.map(({ begun, ended }) => ended - begun);
      const [median, slowest] = [percentile(durations, 0.5), percentile(durations, 1)];
      if (!Number.isFinite(slowest)) return { text: 'not within 60 s', met: false };
      return { text: `${median.toFixed(0)} ms, ${slowest.toFixed(0)} ms`, met: slowest <= 1_000 };
    });
  },
};

const recovery: Row = {
  name: 'recovery',
  figure: '40 background calls, an outage of 20 s with a 503 at once: the first success after it',
  bar: '1.5 s, and no call fails',
  async measure(bench) {
    const outage = { after: begin, lasting: 20_000, kind: 'unavailable' } as const;
    const cells = clients(bench.quick).map((client) => cell(client, outage, { priority: 'background' }));
    return readEach(await bench.measure(cells), ([run]) => {
      if (!run) return { text: 'not measured' };
      const ends = run.outcome.calls.filter(({ succeeded }) => succeeded).map(({ ended }) => ended);
      // The outage begins with a timer, which can be late.
      const first = Math.max(Math.min(...ends) - run.outcome.began - (20_000 - begin), 0) / 1_000;
      const text = ends.length === 0 ? 'none' : `${first.toFixed(1)} s`;
      return { text: `${text}, ${lostIn(run)} failed`, met: first <= 1.5 && lostIn(run) === 0 };
    });
  },
};

export const outages: Section = {
  name: 'outages',
  rows: [
    failing('refused', 'refused', 'refused connections', 5, 1.2),
    failing('unavailable', 'unavailable', 'a 503 at once', 5, 1.2),
    failing('slow-error', 'slow-error', 'a 500 after 2 s', 9, 1.2),
    failing('silent', 'silent', 'no response (our timeout: 30 s)', 41, 1.2),
    during,
    losing('blip', '40 interactive calls, 503 for 2 s', { lasting: 2_000, kind: 'unavailable' }, {}),
    losing(
      'restart',
      '40 background calls, refused connections for 10 s',
      { lasting: 10_000, kind: 'refused' },
      { priority: 'background' },
    ),
    losing(
      'half',
      '200 interactive calls, a 503 to half of the requests',
      { lasting: 120_000, kind: 'half' },
      { calls: 200, giveUpAfter: 130_000 },
      6,
    ),
    recovery,
  ],
};
