/** What the docs say about an operation. It is not part of `src/operations`, because clients do not need it. */
interface OperationText {
  readonly summary: string;
  /** The rules of the API that types do not show. */
  readonly description?: string;
  /** The version of the API that introduced it, if the API specification defines one. */
  readonly since?: string;
}

/** The texts by the IDs of the operations. */
export const operationTexts: Readonly<Record<string, OperationText>> = {
  'channels.list': { summary: 'List channels', since: '2.91.0' },
  'menus.get': {
    summary: 'Fetch the menu of a channel type',
    description: '`partnerChannel` is required if `channelType` is `partner`.',
    since: '2.91.0',
  },
  'orders.create': {
    summary: 'Create an order',
    description: 'Follow the order by webhook, or read it with `orders.get`.',
    since: '2.91.0',
  },
  'orders.get': { summary: 'Fetch one order', since: '2.91.0' },
  'orders.list': {
    summary: 'List orders in a date range',
    description:
      'Use it for backfills and reconciliation, and webhooks for everything else. A page has up to 25 orders of each status.',
    since: '2.227.0',
  },
  'orders.update': { summary: 'Cancel an order', since: '2.91.0' },
  'orders.import': {
    summary: 'Import a historical order',
    description:
      'The API creates the order with the status `complete`. It does not print, send webhooks or check the inventory.',
    since: '2.206.0',
  },
  'reservations.create': { summary: 'Open a reservation-linked order' },
  'reservations.update': {
    summary: 'Update a reservation-linked order',
    description: 'Only the API key that created the order can update it. Send only the fields that change.',
  },
  'actionLogs.list': {
    summary: 'List action log entries in a date range',
    description: 'Newest first. A page can be short or empty although more pages follow.',
    since: '2.315.0',
  },
  'actionLogs.forOrder': {
    summary: 'Fetch the action log of one order',
    description: 'Newest first.',
    since: '2.315.0',
  },
  'baseMenus.create': {
    summary: 'Create a base menu',
    description:
      'The API downloads the first photo of each item, and stores a copy. If it cannot use a photo, it creates nothing.',
  },
  'goodsReceipts.list': {
    summary: 'List goods receipts in a date range',
    description:
      'Oldest first, up to 25 on a page. A page can be short or empty although more pages follow. Goods receipts have no webhooks: poll a trailing range, such as the last 7 days.',
    since: '2.324.0',
  },
};
