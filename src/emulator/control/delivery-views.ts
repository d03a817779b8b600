import type { Attempt, Message } from '../../fake/deliveries/delivery.js';
import type { AttemptView, DeliveryFilter, DeliverySummary, DeliveryView } from '../contract.js';
import { orderTitles } from './board.js';
import { endedAttempts, hasFailed, outcomeText, problemOf, stateOf } from './delivery-outcome.js';
import type { Emulation } from './emulation.js';
import { UnknownIdError } from './emulation.js';

/** The events that keys receive. */
export interface DeliveryViews {
  /** Returns the newest deliveries that match, newest first. */
  list(filter: DeliveryFilter): DeliverySummary[];
  /** Returns the newest deliveries of events about an order, newest first. */
  about(orderId: string, limit: number): DeliverySummary[];
  /** Throws an `UnknownIdError` if there is no such delivery. */
  find(number: string): Message;
  view(message: Message): DeliveryView;
}

/** The characters of a response in a list. */
const maxResponse = 300;

export function createDeliveryViews({ deliveries: { messages }, outlet }: Emulation): DeliveryViews {
  function summaryOf(message: Message, titleOf: ReturnType<typeof orderTitles>): DeliverySummary {
    const { number, key, payload, at, next } = message;
    const ended = endedAttempts(message);
    const last = ended.at(-1);
    return {
      number,
      keyLabel: key.label,
      event: payload.event,
      orderId: payload.id,
      orderTitle: titleOf(payload.id),
      at,
      state: stateOf(message),
      outcome: outcomeText(ended),
      response: (last && (problemOf(last) ?? last.responseBody.slice(0, maxResponse))) ?? '',
      nextAttemptAt: next?.at,
    };
  }

  function newest(limit: number, matches: (message: Message) => boolean): DeliverySummary[] {
    const titleOf = orderTitles(outlet);
    const found = messages.filter(matches).slice(-limit).reverse();
    return found.map((message) => summaryOf(message, titleOf));
  }

  return {
    list({ limit = 200, failed = false, keyId = '', search = '' }) {
      const text = search.trim().toLowerCase();
      const titleOf = orderTitles(outlet);
      return newest(limit, (message) => {
        const { event, id } = message.payload;
        return (
          (!failed || hasFailed(message)) &&
          (keyId === '' || message.key.id === keyId) &&
          (text === '' || `${event}\n${id}\n${titleOf(id)}`.toLowerCase().includes(text))
        );
      });
    },
    about: (orderId, limit) => newest(limit, ({ payload }) => payload.id === orderId),
    find(number) {
      const message = messages.find((candidate) => candidate.number === Number(number));
      if (!message)
        throw new UnknownIdError(`The outlet has no delivery ${number}. It keeps only the newest.`);
      return message;
    },
    view: (message) => ({
      ...summaryOf(message, orderTitles(outlet)),
      payload: JSON.stringify(message.payload),
      attempts: message.attempts.map(attemptOf),
    }),
  };
}

function attemptOf({ at, url, ended }: Attempt): AttemptView {
  if (!ended) return { at, url, ended };
  const { duration, status, responseBody } = ended;
  return { at, url, ended: { duration, status, responseBody, problem: problemOf(ended) } };
}
