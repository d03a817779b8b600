import type { ClientName } from '../clients/names.js';
import type { Reading, Row } from '../row.js';
import { type CpuRatios, cpuRatios } from './cpu-run.js';

const peers: readonly ClientName[] = ['ky', 'openai', 'naive', 'stripe'];

export const cpuOfOrder: Row = {
  name: 'cpu',
  figure:
    'Processor time of a call, relative to plain `fetch`, 1 KB response, response check on, rate limit off',
  bar: 'at most 1.08 × that of ky',
  isHeavy: true,
  async measure(bench) {
    const ratios = await cpuRatios(bench, 'order');
    return [
      ourReading(ratios, 'ours-unlimited', 1.08 * (ratios.get('ky') ?? Number.NaN)),
      ...peerReadings(ratios, peers),
    ];
  },
};

export const cpuOfPage: Row = {
  name: 'cpu-page',
  figure: 'The same with a page of 60 KB, 50 orders',
  bar: 'at most 1.3 ×',
  isHeavy: true,
  async measure(bench) {
    const ratios = await cpuRatios(bench, 'page');
    return [ourReading(ratios, 'ours-unlimited', 1.3), ...peerReadings(ratios, peers)];
  },
};

export const cpuByUndici: Row = {
  name: 'cpu-undici',
  figure: 'The same with 1 KB and `createUndiciFetch()`',
  bar: 'at most 0.65 ×',
  isHeavy: true,
  async measure(bench) {
    const ratios = await cpuRatios(bench, 'order');
    return [ourReading(ratios, 'ours-undici', 0.65), ...peerReadings(ratios, ['stripe'])];
  },
};

function ourReading(ratios: CpuRatios, client: ClientName, most: number): Reading {
  const ratio = ratios.get(client) ?? Number.NaN;
  return { client: 'ours', text: textOf(ratio), met: ratio <= most };
}

function peerReadings(ratios: CpuRatios, clients: readonly ClientName[]): Reading[] {
  return clients.flatMap((client) => {
    const ratio = ratios.get(client);
    return ratio === undefined ? [] : [{ client, text: textOf(ratio) }];
  });
}

function textOf(ratio: number): string {
  return `${ratio.toFixed(2)} ×`;
}
