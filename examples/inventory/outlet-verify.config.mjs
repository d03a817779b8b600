import { defineVerification } from 'outlet-open-api/verify';

const service = 'http://127.0.0.1:{port}';

export default defineVerification({
  useCase: 'inventory-management',
  start: 'node --import tsx main.ts',
  ready: `${service}/health`,
  webhookUrl: `${service}/webhooks?secret={secret}`,
  actions: {
    runNightlyJob: `POST ${service}/update`,
    backfill: `POST ${service}/backfill`,
  },
  state: {
    orders: `GET ${service}/orders`,
    consumption: `GET ${service}/consumption`,
    menu: `GET ${service}/menu`,
  },
});
