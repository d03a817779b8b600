import { inDashboard, type Section, untested } from '../rule.js';

export const otherFields: readonly Section[] = [
  {
    title: 'Order action log entry',
    rules: {
      'field.action-log-entry.action': 'action: the type of what was done.',
      'field.action-log-entry.actor': 'actor: an object.',
      'field.action-log-entry.actor.type': 'Its type is text.',
      'field.action-log-entry.actor.id': 'Its id is text.',
      'field.action-log-entry.actor.name': 'Its name is text.',
      'field.action-log-entry.actor.role': 'Its role is text.',
      'field.action-log-entry.metadata': 'metadata: an object, of whatever belongs to the action.',
      'field.action-log-entry.created': 'created: a time.',
    },
  },
  {
    title: 'Historical order import',
    rules: {
      'import.fields': 'Named are orderDate, paidAt, number and receiptNumber.',
      'import.source': 'externalOrderSource names the POS of origin, and is required.',
    },
  },
  {
    title: 'Base menu',
    rules: {
      'field.base-menu.menuItems': 'menuItems: a list.',
      'field.base-menu.menuItems.photos': 'Each item has photos: a list.',
      'field.base-menu.menuItems.photos.itemImage': 'Each photo has an itemImage: an address.',
    },
  },
  {
    title: 'API key and outlet',
    rules: {
      'api-key.fields': 'A key has a use case, a label and one webhook URL.',
      'api-key.revoked': 'It can be revoked.',
      'api-key.toggle': untested('That is a toggle, Revoked.', inDashboard),
      outlet: untested('There is an outlet resource.', 'neither its endpoints nor its fields are shown'),
    },
  },
];
