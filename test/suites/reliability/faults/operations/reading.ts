import { isDeepStrictEqual } from 'node:util';
import type { CallOptions, OutletClient } from 'outlet-open-api';
import type { Ended } from '../ended.js';
import type { Stock } from '../stock.js';
import { unless, type Violation } from '../violation.js';
import type { Operation, Prepare } from './operation.js';

/** Reads data that does not change meanwhile. */
class Reading implements Operation {
  readonly #stock: Stock;
  readonly #path: string;
  readonly #send: Operation['start'];

  constructor(stock: Stock, path: string, send: Operation['start']) {
    this.#stock = stock;
    this.#path = path;
    this.#send = send;
  }

  start(outlet: OutletClient, options: CallOptions): PromiseLike<unknown> {
    return this.#send(outlet, options);
  }

  async judge(ended: Ended): Promise<readonly Violation[]> {
    if (ended.kind !== 'result') return [];
    const reply = await this.#stock.ask(this.#path);
    const data = Object(reply).data ?? reply;
    return unless(isDeepStrictEqual(ended.value, data), 'result', `${this.#path} returned something else`);
  }
}

export const getOrder: Prepare = (stock, mark) => {
  const { id } = stock.add({ partnerInfo: { partnerChannel: 'foodie', orderId: `read ${mark}` } });
  return new Reading(stock, `/orders/${id}`, ({ orders }, options) => orders.get(id, options));
};

export const readLog: Prepare = (stock) => {
  const { id } = stock.add({});
  stock.outlet.orders.complete(id);
  const path = `/orders/${id}/action-log`;
  return new Reading(stock, path, ({ actionLogs }, options) => actionLogs.forOrder(id, options));
};

export const listChannels: Prepare = (stock) =>
  new Reading(stock, '/channels', ({ channels }, options) => channels.list(options));

export const getMenu: Prepare = (stock) => {
  const query = { channelType: 'partner', partnerChannel: 'foodie' } as const;
  const path = `/menus?${new URLSearchParams(query)}`;
  return new Reading(stock, path, ({ menus }, options) => menus.get(query, options));
};
