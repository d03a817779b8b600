const backend = 'http://127.0.0.1:{port}';

/** @type {import('outlet-open-api/verify').Verification} */
export default {
  useCase: 'reservations',
  start: 'exec python3 service.py',
  ready: `${backend}/health`,
  webhookUrl: `${backend}/webhooks/{secret}`,
  actions: {
    seat: `POST ${backend}/reservations`,
    change: `POST ${backend}/reservations/{reservationId}/change`,
    cancel: `POST ${backend}/reservations/{reservationId}/cancel`,
    // The backend reads all orders at each start.
    sweep: ({ restart }) => restart(),
  },
  state: { reservations: `GET ${backend}/reservations` },
  severalProcesses: true,
  settleTimeout: process.env.MISTAKE ? 10_000 : 40_000,
};
