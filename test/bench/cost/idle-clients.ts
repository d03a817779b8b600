import type { Row } from '../row.js';
import { Child } from './child.js';
import type { Idle } from './idler.js';

export const idleClients: Row = {
  name: 'idle-clients',
  figure:
    '10,000 clients with a key each in one process, idle after one call: memory and construction time of each',
  bar: 'at most 4 KB, at most 10 µs',
  isHeavy: true,
  async measure() {
    const { bytes, construction } = await new Child('cost/idler', ['10000']).next<Idle>();
    return [
      {
        client: 'ours',
        text: `${(bytes / 1_024).toFixed(1)} KB, ${construction.toFixed(1)} µs`,
        met: bytes <= 4 * 1_024 && construction <= 10,
      },
    ];
  },
};
