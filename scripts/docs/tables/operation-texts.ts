/** What the docs say about an operation. It is not part of `src/operations`, because clients do not need it. */
interface OperationText {
  readonly summary: string;
  /** The version of the API that introduced it, if the API specification defines one. */
  readonly since?: string;
}

/** The texts by the IDs of the operations. */
export const operationTexts: Readonly<Record<string, OperationText>> = {
  'channels.list': { summary: 'List channels', since: '2.91.0' },
  'menus.get': { summary: 'Fetch the menu of a channel type', since: '2.91.0' },
  'orders.create': { summary: 'Create an order', since: '2.91.0' },
  'orders.get': { summary: 'Fetch one order', since: '2.91.0' },
  'orders.list': { summary: 'List orders in a date range', since: '2.227.0' },
  'orders.update': { summary: 'Cancel an order', since: '2.91.0' },
  'orders.import': { summary: 'Import a historical order', since: '2.206.0' },
  'reservations.create': { summary: 'Open a reservation-linked order', since: '2.91.0' },
  'reservations.update': { summary: 'Update a reservation-linked order', since: '2.91.0' },
  'actionLogs.list': { summary: 'List action log entries in a date range', since: '2.315.0' },
  'actionLogs.forOrder': { summary: 'Fetch the action log of one order', since: '2.315.0' },
  'baseMenus.create': { summary: 'Create a base menu' },
  'goodsReceipts.list': { summary: 'List goods receipts in a date range', since: '2.324.0' },
};
