import { defineVerification } from 'outlet-open-api/verify';

const service = 'http://127.0.0.1:{port}';

export default defineVerification({
  useCase: 'reservations',
  start: 'node --import tsx service.ts',
  // So that lost webhooks are found within seconds, and not minutes.
  env: { READ_SECONDS: '5' },
  ready: `${service}/health`,
  webhookUrl: `${service}/webhooks?secret={secret}`,
  actions: {
    seat: `POST ${service}/reservations`,
    change: `POST ${service}/reservations/{reservationId}/change`,
    cancel: `POST ${service}/reservations/{reservationId}/cancel`,
    // The outbox reads each order every 5 seconds.
    sweep: () => {},
  },
  state: { reservations: `GET ${service}/reservations` },
});
