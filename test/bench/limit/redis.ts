import type { Row } from '../row.js';

export const severalProcesses: Row = row(
  'redis',
  '2 to 4 processes with one key',
  'at least 0.98, at most 10 in 1,000',
);
export const redisDies: Row = row(
  'redis-dies',
  'Redis dies',
  'at least 0.79, at most 5 in 1,000, no call lost',
);

/** Not measured yet: sharing a key between processes needs another entry point. */
function row(name: string, figure: string, bar: string): Row {
  return {
    name,
    figure,
    bar,
    measure: async () => [{ client: 'ours', text: 'not measured: outlet-open-api/redis does not exist yet' }],
  };
}
