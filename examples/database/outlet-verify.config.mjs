import { createHmac } from 'node:crypto';
import { defineVerification } from 'outlet-open-api/verify';

export default defineVerification({
  useCase: 'order-data',
  start: 'node --import tsx verify/backend.ts',
  ready: 'http://127.0.0.1:{port}/health',
  // As webhookPathOf in keys.ts, so that each key has a secret of its own.
  webhookUrl({ port, secret }) {
    const secretOfKey = createHmac('sha256', secret).update('bistro').digest('hex');
    return `http://127.0.0.1:${port}/hooks?key=bistro&secret=${secretOfKey}`;
  },
  actions: {
    runNightlyJob: 'POST http://127.0.0.1:{port}/nightly',
    backfill: 'POST http://127.0.0.1:{port}/backfill',
  },
  state: { orders: 'GET http://127.0.0.1:{port}/orders' },
});
