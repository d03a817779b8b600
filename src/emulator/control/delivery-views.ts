import { type Attempt, type Message, type Outlet, UnknownIdError, webhookHeaders } from '../../fake/index.js';
import type { AttemptView, DeliveryFilter, DeliverySummary, DeliveryView } from '../contract/deliveries.js';
import { curlCommand } from '../requests/curl.js';
import type { RequestLog } from '../requests/request-log.js';
import { orderTitles } from './board.js';
import { endedAttempts, hasFailed, outcomeText, problemOf, stateOf } from './delivery-outcome.js';
import type { EmulatorState } from './emulator-state.js';

/** The characters of a response in a list. */
const maxResponse = 300;

/** Returns the newest deliveries of an outlet that match, newest first. Default: all that match. */
export function listDeliveries(
  emulator: EmulatorState,
  outlet: Outlet,
  filter: DeliveryFilter,
  limit = Number.POSITIVE_INFINITY,
): DeliverySummary[] {
  const titleOf = orderTitles(outlet);
  const found = messagesOf(emulator, outlet).filter(matcherOf(filter, titleOf));
  const newest = found.slice(-limit).reverse();
  return newest.map((message) => summaryOf(message, titleOf));
}

/** @throws UnknownIdError if the outlet has no delivery with this number */
export function findDelivery(emulator: EmulatorState, outlet: Outlet, number: string): Message {
  const message = messagesOf(emulator, outlet).find((candidate) => candidate.number === Number(number));
  if (!message) throw new UnknownIdError(`The outlet has no delivery ${number}. It keeps only the newest.`);
  return message;
}

/** Returns the events that keys of an outlet receive, oldest first. */
export function messagesOf({ deliveries }: EmulatorState, { outletId }: Outlet): Message[] {
  return deliveries.messages.filter(({ key }) => key.outletId === outletId);
}

export function deliveryView(requests: RequestLog, outlet: Outlet, message: Message): DeliveryView {
  const cause = requests.causeOf(message.number);
  return {
    ...summaryOf(message, orderTitles(outlet)),
    payload: message.payload,
    requestHeaders: webhookHeaders,
    cause: cause && { number: cause.number, method: cause.method, path: cause.path },
    curl: curlOf(message),
    attempts: message.attempts.map(attemptOf),
  };
}

function curlOf({ payload, attempts }: Message): string | undefined {
  const last = attempts.at(-1);
  return (
    last &&
    curlCommand({ method: 'POST', url: last.url, headers: webhookHeaders, body: JSON.stringify(payload) })
  );
}

type TitleOf = ReturnType<typeof orderTitles>;

/** Returns a function that matches deliveries. An empty filter matches all. */
function matcherOf(filter: DeliveryFilter, titleOf: TitleOf): (message: Message) => boolean {
  const { lastAttemptFailed = false, key: wantedKey = '', search = '', after = 0 } = filter;
  const { event, orderId, state } = filter;
  const text = search.trim().toLowerCase();
  return (message) => {
    const { payload, key, number } = message;
    return (
      number > after &&
      (event === undefined || payload.event === event) &&
      (orderId === undefined || payload.id === orderId) &&
      (state === undefined || stateOf(message) === state) &&
      (!lastAttemptFailed || hasFailed(message)) &&
      (wantedKey === '' || key.id === wantedKey || key.useCase === wantedKey) &&
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
