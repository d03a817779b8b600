import { type Section, untested } from '../rule.js';

const history = 'It is history: other rules describe the features';

export const versioning: readonly Section[] = [
  {
    title: 'Versioning',
    rules: {
      'versioning.1': 'The version is part of the path, `/api/v1`.',
      'versioning.2': 'Releases are numbered major.minor.patch.',
      'versioning.3': 'The API uses JSON only, with camelCase fields and ISO 8601 timestamps.',
      'release.2.91.0': '2.91.0 added channels, menus and orders.',
      'release.2.91.0.rest': untested('2.91.0 added the outlet, tokens, errors and webhooks.', history),
      'release.2.124.1': untested('2.124.1 added idempotency for every POST.', history),
      'release.2.160.0': untested('2.160.0 added Order Data.', history),
      'release.2.177.0': untested(
        '2.177.0 added the rate limit, its headers, and 429 with retryAfter.',
        history,
      ),
      'release.2.189.0': untested('2.189.0 added Inventory Management.', history),
      'release.2.196.0': untested('2.196.0 added discounts on new orders.', history),
      'release.2.206.0': '2.206.0 added the import.',
      'release.2.227.0': '2.227.0 added the list of orders.',
      'release.2.315.0': '2.315.0 added the action logs.',
      'release.2.324.0': '2.324.0 added the list of goods receipts.',
      'release.2.384.0.copies': untested(
        '2.384.0 added copies of photos, and 400 and 413 for bad photos.',
        history,
      ),
      'release.2.384.0.hosts': 'Since 2.384.0, photos can come from any host.',
    },
  },
];
