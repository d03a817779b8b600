import { Child } from '../cost/child.js';
import type { Idle } from '../cost/idler.js';
import type { Row } from '../row.js';

export const pooledClients: Row = {
  name: 'pooled-clients',
  figure:
    '10,000 clients of one pool with a key each, idle after one call: memory of each; timers and sockets of the process',
  bar: 'at most 4 KB, none',
  isHeavy: true,
  async measure() {
    const { bytes, resources } = await new Child('cost/idler', ['10000', 'pool']).next<Idle>();
    return [
      {
        client: 'ours',
        text: `${(bytes / 1_024).toFixed(1)} KB, ${resources.join(', ') || 'none'}`,
        met: bytes <= 4 * 1_024 && resources.length === 0,
      },
    ];
  },
};
