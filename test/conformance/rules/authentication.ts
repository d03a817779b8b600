import { inDashboard, ofTheReceiver, type Section, untested } from '../rule.js';

export const authentication: readonly Section[] = [
  {
    title: 'Authentication',
    rules: {
      'auth.1': 'Every endpoint requires a header of the form `Authorization: Bearer <ACCESS_TOKEN>`.',
      'auth.1.exact': 'Any other form is a 401.',
      'auth.2': 'A token is a long opaque string, a JWT.',
      'auth.2.use-case': 'Each use case has its own key.',
      'auth.2.bound': 'A token is bound to its outlet and use case.',
      'auth.3': untested(
        'A key is created with a use case, a label and a webhook URL; its token is shown once.',
        inDashboard,
      ),
      'auth.4': 'A revoked token stops working immediately, for all requests.',
      'auth.5':
        'A missing header and a malformed or truncated token get a 401 with the message Unauthorized.',
      'auth.6': 'Production tokens do not work in the sandbox, and sandbox tokens do not work in production.',
      'auth.7': 'Tokens do not expire by default.',
      'auth.7.rotation': 'Tokens should be rotated about every 90 days.',
      'auth.8': 'The key determines the merchant and the outlet.',
      'auth.8.other': 'For goods receipts, a merchantId or outletId of another key is a 403.',
      'auth.8.mcp': untested(
        'The goods receipts endpoint also accepts MCP access tokens.',
        'The client treats all tokens the same, and the fake has no such tokens',
      ),
      'auth.9': 'Only the key that created a reservation order can update it.',
      'auth.10': "Receivers check the sender's IP address or a shared secret.",
      'auth.10.https': untested('Receivers use HTTPS.', ofTheReceiver),
    },
  },
];
