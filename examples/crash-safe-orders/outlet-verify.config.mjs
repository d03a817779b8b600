import { defineVerification } from 'outlet-open-api/verify';

/** The orders that guests have placed. The service responds to questions about one order. */
const references = new Set();

export default defineVerification({
  useCase: 'digital-ordering',
  start: 'node --import tsx service.ts',
  // So that lost webhooks are found within seconds, and not minutes.
  env: { OUTLET_REF: 'bistro', READ_SECONDS: '5' },
  ready: 'http://127.0.0.1:{port}/health',
  webhookUrl: 'http://127.0.0.1:{port}/webhooks?secret={secret}',
  actions: {
    placeOrder({ port, reference, items }) {
      references.add(reference);
      const body = JSON.stringify({ reference, items });
      return fetch(`http://127.0.0.1:${port}/orders`, { method: 'POST', body });
    },
    cancelOrder: 'POST http://127.0.0.1:{port}/orders/{reference}/cancel',
    // The service reads the menu for each order.
    refreshMenu: () => {},
    // The outbox reads each order every 5 seconds.
    sweep: () => {},
  },
  state: {
    async orders({ port }) {
      const urls = Array.from(references, (reference) => `http://127.0.0.1:${port}/orders/${reference}`);
      const responses = await Promise.all(urls.map((url) => fetch(url)));
      return Promise.all(responses.filter(({ ok }) => ok).map((response) => response.json()));
    },
  },
});
