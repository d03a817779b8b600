import type { FakeOrder } from '../testing/index.js';
import { type GuestRequest, type GuestRun, isAccepted } from './guests.js';
import { type Difference, type Examined, examineEach, type Failure } from './scenario.js';

/** The statuses of an order that the outlet has. */
export const liveStatuses: readonly unknown[] = ['open', 'inKitchen', 'readyForPickup', 'complete'];

/** The advice if a backend rejects the cancellation of an order that is cancelled. */
const readBeforeRejecting =
  'The API rejects a second cancellation, also if the response of the first one was lost. Read the order before you reject a cancellation, and confirm it if the order is cancelled.';

/** The advice if a backend does not accept a valid request. */
export const readTheResponse =
  'Your backend did not accept a valid request, and what happened shows the responses of the API. After a 400, correct the field that it names. After a 409, send the same body with each attempt.';

/** Compares a request with its orders at the outlet, and with what the backend knows of it. Returns `null` if nothing can be compared. */
type Compare<Request, Known> = (
  request: Request,
  atOutlet: readonly FakeOrder[],
  inBackend: readonly Known[],
) => Difference | undefined | null;

/** Returns a function that compares each request of a run. `referenceOf` returns the reference of what the backend knows. */
export function eachRequest<Request extends GuestRequest, Known>(
  referenceOf: (known: Known) => string | undefined,
) {
  return (run: GuestRun<Request>, state: readonly Known[], compare: Compare<Request, Known>): Examined => {
    const ordersOf = run.look();
    return examineEach(run.requests, (request): Failure | undefined | null => {
      const { reference } = request;
      const atOutlet = ordersOf(request);
      const inBackend = state.filter((known) => referenceOf(known) === reference);
      const difference = compare(request, atOutlet, inBackend);
      return difference && { subject: reference, ...difference, about: textsAbout(request, atOutlet) };
    });
  };
}

/** Returns the texts that occur in what happened to a request. */
export function textsAbout({ reference }: GuestRequest, atOutlet: readonly FakeOrder[]): string[] {
  // A reference can be the beginning of another.
  return [JSON.stringify(reference), ` ${reference} `, ...atOutlet.map(({ id }) => id)];
}

/** Returns a function that requires one order for each valid request, and none for others. `action` is the name of the one that sends a request. */
export function compareCount(action: string): Compare<GuestRequest, unknown> {
  return ({ answer, reason, isInvalid, cancellation, failedRepeat }, atOutlet, inBackend) => {
    const wasEarly = cancellation?.isEarly === true;
    if (!isAccepted({ answer }) && !isInvalid && !wasEarly)
      return {
        expected: `${action} succeeds`,
        found: String(reason),
        canHeal: false,
        advice: answer === 'rejected' ? readTheResponse : undefined,
      };
    if (failedRepeat !== undefined)
      return { expected: `the repeated ${action} succeeds`, found: failedRepeat, canHeal: false };
    const [min, max] = isInvalid ? [0, 0] : wasEarly ? [0, 1] : [1, 1];
    if (atOutlet.length >= min && atOutlet.length <= max && inBackend.length <= 1) return undefined;
    const orders = atOutlet.length === 1 ? '1 order' : `${atOutlet.length} orders`;
    const found = `${orders} at the outlet, ${inBackend.length} in your backend`;
    return { expected: `${max} at the outlet`, found, canHeal: atOutlet.length <= max };
  };
}

/** Returns a function that compares what the backend said about a cancellation with the order at the outlet. */
export function compareCancellation(action: string): Compare<GuestRequest, unknown> {
  return ({ cancellation, isForeign }, [order, second]) => {
    // The guest meant one of two orders.
    if (!cancellation || isForeign || second) return null;
    const { answer, reason, statusBefore, failedRepeat } = cancellation;
    const found = String(reason);
    if (answer === 'failed') return { expected: `${action} succeeds`, found, canHeal: false };
    if (answer === 'rejected')
      return statusBefore === 'open'
        ? {
            expected: `${action} succeeds, because the order is open`,
            found,
            canHeal: false,
            advice: order?.status === 'cancelled' ? readBeforeRejecting : undefined,
          }
        : undefined;
    if (failedRepeat !== undefined)
      return {
        expected: `the repeated ${action} succeeds, or gets a 409`,
        found: failedRepeat,
        canHeal: false,
        advice: readBeforeRejecting,
      };
    const isPromise = answer === 'accepted' || statusBefore === 'open' || statusBefore === undefined;
    if (!order || order.status === 'cancelled' || !isPromise) return undefined;
    return {
      expected: `cancelled at the outlet, because the backend ${answer === 'accepted' ? 'confirmed' : 'accepted'} the cancellation`,
      found: `${order.status} at the outlet`,
      canHeal: order.status !== 'complete',
    };
  };
}

/** Examines whether each order that the backend has created has the reference of a guest. */
export function onlyRequestedOrders<Request extends GuestRequest>(
  run: GuestRun<Request>,
  expected: string,
): Examined {
  const { fake, firstOrderIds } = run.environment;
  const references = run.references();
  const created = fake.orders.all().filter(({ id }) => !firstOrderIds.has(id));
  return examineEach(created, (order): Failure | undefined => {
    const reference = run.referenceOf(order);
    if (references.has(reference ?? '')) return undefined;
    const found = reference === undefined ? 'no reference' : `the reference ${reference}`;
    return { subject: order.id, expected, found, about: [order.id], canHeal: false };
  });
}
