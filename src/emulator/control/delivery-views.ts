import type { Attempt, Message } from '../../fake/deliveries/delivery.js';
import { UnknownIdError } from '../../fake/fake-error.js';
import type { Outlet } from '../../fake/outlet/outlet.js';
import type { AttemptView, DeliveryFilter, DeliverySummary, DeliveryView } from '../contract/deliveries.js';
import { orderTitles } from './board.js';
import { endedAttempts, hasFailed, outcomeText, problemOf, stateOf } from './delivery-outcome.js';
import type { Emulation } from './emulation.js';

/** The events that keys of an outlet receive. */
export interface DeliveryViews {
  /** Returns the newest deliveries that match, newest first. Default: all that match. */
  list(outlet: Outlet, filter: DeliveryFilter, limit?: number): DeliverySummary[];
  /** Throws an `UnknownIdError` if there is no such delivery. */
  find(outlet: Outlet, number: string): Message;
  view(outlet: Outlet, message: Message): DeliveryView;
}

/** The characters of a response in a list. */
const maxResponse = 300;

export function createDeliveryViews({ deliveries: { messages } }: Emulation): DeliveryViews {
  const isOf = ({ outletId }: Outlet) => {
    return ({ key }: Message) => key.outletId === outletId;
  };

  return {
    list(outlet, filter, limit = Number.POSITIVE_INFINITY) {
      const titleOf = orderTitles(outlet);
      const found = messages.filter(isOf(outlet)).filter(matcherOf(filter, titleOf));
      const newest = found.slice(-limit).reverse();
      return newest.map((message) => summaryOf(message, titleOf));
    },
    find(outlet, number) {
      const message = messages.filter(isOf(outlet)).find((candidate) => candidate.number === Number(number));
      if (!message)
        throw new UnknownIdError(`The outlet has no delivery ${number}. It keeps only the newest.`);
      return message;
    },
    view: (outlet, message) => ({
      ...summaryOf(message, orderTitles(outlet)),
      payload: message.payload,
      attempts: message.attempts.map(attemptOf),
    }),
  };
}

type TitleOf = ReturnType<typeof orderTitles>;

/** Returns a function that matches deliveries. An empty filter matches all. */
function matcherOf(filter: DeliveryFilter, titleOf: TitleOf): (message: Message) => boolean {
  const { failed = false, keyId = '', search = '', event, orderId, state, after = 0 } = filter;
  const text = search.trim().toLowerCase();
  return (message) => {
    const { payload, key, number } = message;
    return (
      number > after &&
      (event === undefined || payload.event === event) &&
      (orderId === undefined || payload.id === orderId) &&
      (state === undefined || stateOf(message) === state) &&
      (!failed || hasFailed(message)) &&
      (keyId === '' || key.id === keyId || key.useCase === keyId) &&
      (text === '' || `${payload.event}\n${payload.id}\n${titleOf(payload.id)}`.toLowerCase().includes(text))
    );
  };
}

function summaryOf(message: Message, titleOf: TitleOf): DeliverySummary {
  const { number, key, payload, at, next } = message;
  const ended = endedAttempts(message);
  const last = ended.at(-1);
  return {
    number,
    keyId: key.id,
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

function attemptOf({ at, url, ended }: Attempt): AttemptView {
  if (!ended) return { at, url, ended };
  const { duration, status, responseBody } = ended;
  return { at, url, ended: { duration, status, responseBody, problem: problemOf(ended) } };
}
