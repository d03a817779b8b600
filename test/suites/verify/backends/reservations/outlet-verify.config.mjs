const backend = 'http://127.0.0.1:{port}';
const outlet = `${backend}/{outletRef}`;

/** @type {import('outlet-open-api/verify').Verification} */
export default {
  useCase: 'reservations',
  start: 'exec python3 -B service.py',
  ready: `${backend}/health`,
  webhookUrl: `${outlet}/webhooks/{secret}`,
  actions: {
    seat: `POST ${outlet}/reservations`,
    change: `POST ${outlet}/reservations/{reservationId}/change`,
    cancel: `POST ${outlet}/reservations/{reservationId}/cancel`,
    // The backend reads all orders at each start.
    sweep: ({ restart }) => restart(),
    addOutlet: `POST ${backend}/outlets`,
  },
  state: { reservations: `GET ${outlet}/reservations` },
  severalProcesses: true,
  settleTimeout: process.env.MISTAKE ? 10_000 : 40_000,
};
