import type { ClientName } from '../clients/names.js';
import type { Reading, Row } from '../row.js';
import { type CpuRatios, cpuRatios } from './cpu-run.js';

const peers: readonly ClientName[] = ['ky', 'openai', 'naive', 'stripe'];

export const cpuOfOrder: Row = {
  name: 'cpu',
  figure:
    'Processor time of a call, relative to plain `fetch`, 1 KB response, response check on, rate limit off',
  bar: 'at most 1.5 ×, and at most that of openai',
  isHeavy: true,
  async measure(bench) {
    const ratios = await cpuRatios(bench, 'order');
    return [ourReading(ratios, 'ours-unlimited', mostFor(ratios, 1.5)), ...peerReadings(ratios, peers)];
  },
};

export const cpuOfPage: Row = {
  name: 'cpu-page',
  figure: 'The same with a page of 60 KB, 50 orders',
  bar: 'at most 1.3 ×, and at most that of openai',
  isHeavy: true,
  async measure(bench) {
    const ratios = await cpuRatios(bench, 'page');
    return [ourReading(ratios, 'ours-unlimited', mostFor(ratios, 1.3)), ...peerReadings(ratios, peers)];
  },
};

export const cpuByUndici: Row = {
  name: 'cpu-undici',
  figure: 'The same with 1 KB and a custom `fetch` based on `undici.request`',
  bar: 'at most 0.7 ×',
  isHeavy: true,
  async measure(bench) {
    const ratios = await cpuRatios(bench, 'order');
    return [ourReading(ratios, 'undici-under-ours', 0.7), ...peerReadings(ratios, ['stripe'])];
  },
};

function mostFor(ratios: CpuRatios, most: number): number {
  return Math.min(most, ratios.get('openai') ?? Number.POSITIVE_INFINITY);
}

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
