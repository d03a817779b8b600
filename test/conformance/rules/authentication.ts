import { inDashboard, ofTheReceiver, type Section, untested } from '../rule.js';

export const authentication: readonly Section[] = [
  {
    title: 'Authentication',
    rules: {
      'auth.1': 'Every endpoint asks for a header of the form `Authorization: Bearer <ACCESS_TOKEN>`.',
      'auth.1.exact': 'Any other form is a 401.',
      'auth.2': 'A token is a long opaque text, a JWT.',
      'auth.2.use-case': 'There is a key for each use case.',
      'auth.2.bound': 'A token belongs to its outlet and its use case.',
      'auth.3': untested(
        'A key is created with use case, label and webhook URL; its token is shown once.',
        inDashboard,
      ),
      'auth.4': 'A revoked token stops working at once, for all requests.',
      'auth.5':
        'A missing header and a malformed or truncated token are a 401 with the message Unauthorized.',
      'auth.6': 'Production tokens do not work in the sandbox, nor the other way round.',
      'auth.7': 'Tokens do not expire by themselves.',
      'auth.7.rotation': 'They are to be replaced every 90 days or so.',
      'auth.8': 'Merchant and outlet are those of the key.',
      'auth.8.other': 'A merchantId or outletId of another key is a 403 for goods receipts.',
      'auth.8.mcp': untested(
        'MCP access tokens are good for goods receipts too.',
        'to the client every token is the same, and the fake issues none of that kind',
      ),
      'auth.9': "A reservation's order is updated by the key that created it, and by no other.",
      'auth.10': 'Receivers check the address of the sender or a shared secret.',
      'auth.10.https': untested('Receivers use HTTPS.', ofTheReceiver),
    },
  },
];
