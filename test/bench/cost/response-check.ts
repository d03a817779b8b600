import type { Row } from '../row.js';
import type { CheckOrder, CheckTimes } from './checker.js';
import { Child } from './child.js';
import { median } from './median.js';

export const responseCheck: Row = {
  name: 'check',
  figure: 'Response check of a 60 KB page, relative to JSON.parse of its text',
  bar: 'at most 0.6 ×',
  isHeavy: true,
  async measure(bench) {
    const checker = new Child('cost/checker');
    await checker.next();
    const order: CheckOrder = { pages: 300 };
    const ratios: number[] = [];
    for (let round = 0; round < (bench.quick ? 9 : 33); round += 1) {
      const { checked, unchecked, parse } = await checker.ask<CheckTimes>(order);
      // The first rounds compile the code.
      if (round > 2) ratios.push((checked - unchecked) / parse);
    }
    checker.stop();
    const ratio = median(ratios);
    return [{ client: 'ours', text: `${ratio.toFixed(2)} ×`, met: ratio <= 0.6 }];
  },
};
