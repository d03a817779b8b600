import { flag, json, value } from '../arguments.js';

/** The options of the command `webhooks send`. */
export const sendOptions = {
  to: value('url', 'The URL of the receiver, with its secret if it checks one.', true),
  id: value('order-id', 'The ID of the order. Default: order-1. Events without an order have no ID.'),
  json,
};

/** The options of the command `webhooks listen`. */
export const listenOptions = {
  port: value('port', 'The port on 127.0.0.1. 0 selects a free one. Default: 8080.'),
  forward: value('url', 'Forward each delivery to this URL, and respond with its status.'),
  json: flag('Print each delivery as JSON, in one line.'),
};
