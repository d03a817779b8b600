import { type Section, untested } from '../rule.js';

const history = 'history: the rules on what it brought stand above';

export const versioning: readonly Section[] = [
  {
    title: 'Versioning',
    rules: {
      'versioning.1': 'The version stands in the path, `/api/v1`.',
      'versioning.2': 'Releases are numbered major.minor.patch.',
      'versioning.3': 'Everything is JSON, with names in camelCase and times in ISO 8601.',
      'release.2.91.0': '2.91.0 brought channels, menus and orders.',
      'release.2.91.0.rest': untested('2.91.0 brought the outlet, tokens, errors and webhooks.', history),
      'release.2.124.1': untested('2.124.1 brought idempotency for every POST.', history),
      'release.2.160.0': untested('2.160.0 brought Order Data.', history),
      'release.2.177.0': untested(
        '2.177.0 brought the rate limit, its headers, and 429 with retryAfter.',
        history,
      ),
      'release.2.189.0': untested('2.189.0 brought Inventory Management.', history),
      'release.2.196.0': untested('2.196.0 brought discounts on new orders.', history),
      'release.2.206.0': '2.206.0 brought the import.',
      'release.2.227.0': '2.227.0 brought the list of orders.',
      'release.2.315.0': '2.315.0 brought the action logs.',
      'release.2.324.0': '2.324.0 brought the list of goods receipts.',
      'release.2.384.0.copies': untested(
        '2.384.0 brought copies of photos, and 400 and 413 for bad ones.',
        history,
      ),
      'release.2.384.0.hosts': 'Since 2.384.0, photos may come from any host.',
    },
  },
];
