import { inDashboard, type Section, untested } from '../rule.js';

export const otherFields: readonly Section[] = [
  {
    title: 'Order action log entry',
    rules: {
      'field.action-log-entry.action': 'action is a structured action type.',
      'field.action-log-entry.actor': 'actor is an object.',
      'field.action-log-entry.actor.type': 'actor.type is a string.',
      'field.action-log-entry.actor.id': 'actor.id is a string.',
      'field.action-log-entry.actor.name': 'actor.name is a string.',
      'field.action-log-entry.actor.role': 'actor.role is a string.',
      'field.action-log-entry.metadata': 'metadata is an object with data about the action.',
      'field.action-log-entry.created': 'created is a timestamp.',
    },
  },
  {
    title: 'Historical order import',
    rules: {
      'import.fields': 'The documented fields are orderDate, paidAt, number and receiptNumber.',
      'import.source': 'externalOrderSource identifies the original POS system, and is required.',
    },
  },
  {
    title: 'Base menu',
    rules: {
      'field.base-menu.menuItems': 'menuItems is a list.',
      'field.base-menu.menuItems.photos': 'menuItems[].photos is a list.',
      'field.base-menu.menuItems.photos.itemImage': 'menuItems[].photos[].itemImage is a URL.',
    },
  },
  {
    title: 'API key and outlet',
    rules: {
      'api-key.fields': 'A key has a use case, a label and one webhook URL.',
      'api-key.revoked': 'A key can be revoked.',
      'api-key.toggle': untested('The dashboard revokes a key with the toggle Revoked.', inDashboard),
      outlet: untested(
        'An outlet resource exists.',
        'The API specification does not define its endpoints and fields',
      ),
    },
  },
];
