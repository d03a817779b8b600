import { defineVerification } from 'outlet-open-api/verify';

const service = 'http://127.0.0.1:{port}';

export default defineVerification({
  useCase: 'digital-ordering',
  start: 'node --import tsx service.ts',
  // So that lost webhooks are found within seconds, and not minutes.
  env: { OUTLET_REF: 'bistro', READ_SECONDS: '5' },
  ready: `${service}/health`,
  webhookUrl: `${service}/webhooks?secret={secret}`,
  actions: {
    placeOrder: `POST ${service}/orders`,
    cancelOrder: `POST ${service}/orders/{reference}/cancel`,
    // The service reads the menu for each order.
    refreshMenu: () => {},
    // The outbox reads each order every 5 seconds.
    sweep: () => {},
  },
  state: { orders: `GET ${service}/orders` },
});
