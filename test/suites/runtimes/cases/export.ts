import { csv, csvText, ndjson, orderTable, paymentTable, streamOf } from 'outlet-open-api/export';
import type { Cases } from './case.js';
import { expectEqual, expectThat } from './expect.js';
import { openRestaurant } from './restaurant.js';

/** Tests the writers with the streams of the platform. */
export const exporting: Cases = {
  async 'a list becomes CSV, compressed and decompressed'(place) {
    const restaurant = await openRestaurant(place, { rateLimit: false });
    const outlet = restaurant.client({ rateLimit: false });
    const to = new Date();
    const range = { from: new Date(to.getTime() - 20 * 24 * 60 * 60 * 1_000), to };

    const rows = streamOf(outlet.orders.list(range)).pipeThrough(csv(paymentTable));
    const packed = rows
      .pipeThrough(new CompressionStream('gzip'))
      .pipeThrough(new DecompressionStream('gzip'));
    const text = await new Response(packed).text();

    const orders = await outlet.orders.list(range).toArray();
    expectThat('there are orders', orders.length > 0);
    expectEqual('the file', text, csvText(orders, paymentTable));
  },

  async 'text is guarded and encoded as UTF-8'() {
    const orders = [{ id: '=1+1' }, { id: 'a;-b' }, { id: '\ud800' }];
    const text = await new Response(streamOf(orders).pipeThrough(csv(orderTable))).text();
    const ids = text.split('\r\n').map((row) => row.split(',')[0]);
    expectEqual('ids', ids, ['id', "'=1+1", "a;'-b", '\ufffd', '']);
  },

  async 'canceling the stream ends the iteration'() {
    let end = (): void => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    async function* records() {
      try {
        for (let count = 0; ; count += 1) yield { id: `o-${count}` };
      } finally {
        end();
      }
    }
    const reader = streamOf(records()).pipeThrough(ndjson()).getReader();
    const { value } = await reader.read();
    expectEqual('the first line', new TextDecoder().decode(value), '{"id":"o-0"}\n');
    await reader.cancel();
    await ended;
  },
};
