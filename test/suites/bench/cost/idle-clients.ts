import { Child } from '../child.js';
import type { Row } from '../row.js';
import type { Idle } from './idler.js';
import { script } from './packages.js';

export const idleClients: Row = {
  name: 'idle-clients',
  figure:
    '10,000 clients with a key each in one process, idle after one call: memory and construction time of each; timers and sockets',
  bar: 'at most 4 KB, at most 10 µs, none',
  isHeavy: true,
  async measure() {
    const { bytes, construction, resources } = await new Child(script('idler')).next<Idle>();
    return [
      {
        client: 'ours',
        text: `${(bytes / 1_024).toFixed(1)} KB, ${construction.toFixed(1)} µs, ${resources.join(', ') || 'none'}`,
        met: bytes <= 4 * 1_024 && construction <= 10 && resources.length === 0,
      },
    ];
  },
};
