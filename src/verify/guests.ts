import type { FakeOrder } from '../testing/index.js';
import { CallFailedError, type Reply } from './calls.js';
import type { Environment } from './environment.js';
import type { BasicCheck, Problem, ScenarioRun } from './scenario.js';
import type { Action } from './settings.js';
import { groupBy } from './shared-checks.js';
import { pause, until } from './waiting.js';

/** The statuses with which a backend rejects a request. After any other failure, a repeat can succeed. */
const rejections = [400, 403, 404, 409, 410, 422];

/** What the backend said to a guest. `taken` is a 202, so the guest does not know yet. */
type Answer = 'accepted' | 'taken' | 'rejected' | 'failed';

/** How a call of a guest ended. */
interface GuestReply {
  readonly answer: Answer;
  /** Why the backend did not accept it. */
  readonly reason: string | undefined;
  /** The status of a rejection. */
  readonly status?: number;
  /** Whether attempts had failed before the rejection. */
  readonly isRepeat?: boolean;
}

/** A guest's attempt to cancel an order. */
interface Cancellation extends GuestReply {
  /** The status of the order when the guest cancelled; `undefined` if the outlet did not have it. */
  readonly statusBefore: string | undefined;
  /** Whether the backend had not accepted the request yet, or the outlet did not have the order. */
  readonly isEarly: boolean;
  /** Why the backend did not accept the repeat of a cancellation that it had accepted. */
  readonly failedRepeat?: string | undefined;
}

/** What a guest asks the backend for, such as an order, and what it said. */
export interface GuestRequest {
  readonly reference: string;
  /** Whether the outlet rejects it. */
  readonly isInvalid: boolean;
  answer: Answer;
  /** Why the backend did not accept the request. */
  reason: string | undefined;
  cancellation?: Cancellation;
  /** Why the backend did not accept the repeat of a request that it had accepted. */
  failedRepeat?: string | undefined;
  /** Whether another key has opened the order, so that the backend can change it no more. */
  isForeign?: boolean;
}

/** A scenario in which guests ask the backend for orders, or hosts do for them. */
export interface GuestRun<Request extends GuestRequest> extends ScenarioRun {
  readonly requests: readonly Request[];
  /** Returns the references of all scenarios with this outlet. */
  references(): ReadonlySet<string>;
  /** Returns the reference of an order at the outlet. */
  referenceOf(order: FakeOrder): string | undefined;
  /** Sends a request again that the backend has accepted, as an app does after a lost response. */
  sendAgain(request: Request): Promise<void>;
  /** Cancels a request in the backend, as its guest does. */
  cancel(request: Request): Promise<void>;
  /** Cancels a cancelled request again, as an app does after a lost response. */
  cancelAgain(request: Request): Promise<void>;
  /** Copies the orders of the outlet. Returns a function that returns those of a request. */
  look(): (request: Request) => readonly FakeOrder[];
  /** Returns the orders of a request that the outlet has. */
  atOutlet(request: Request): readonly FakeOrder[];
  /** Waits until the outlet has the order. Returns undefined if that takes too long. */
  arrival(request: Request): Promise<FakeOrder | undefined>;
}

export function isAccepted({ answer }: Pick<GuestReply, 'answer'>): boolean {
  return answer === 'accepted' || answer === 'taken';
}

/** How a use case serves guests. */
interface GuestActions<Request> {
  /** @param port - the port of the process that gets the request */
  send(request: Request, port?: number): Promise<Reply>;
  /** @param id - the ID of the order; `undefined` if the outlet does not have it */
  cancel(request: Request, id: string | undefined): Promise<Reply>;
  readonly sweep: Action | undefined;
  referenceOf(order: FakeOrder): string | null | undefined;
  /** Is called each time that the suite looks for the order of a request. */
  onLook?(request: Request, order: FakeOrder | undefined): void;
}

/** Creates what the runs of all use cases with guests share. */
export function createGuests<Request extends GuestRequest>(
  environment: Environment,
  earlier: readonly GuestRun<Request>[],
  { send, cancel, sweep, referenceOf, onLook }: GuestActions<Request>,
) {
  const { fake, settleTimeout } = environment;
  const requests: Request[] = [];

  const look = () => {
    const orders = groupBy(fake.orders.all(), referenceOf);
    return (request: Request) => {
      const found = orders.get(request.reference) ?? [];
      onLook?.(request, found[0]);
      return found;
    };
  };
  const atOutlet = (request: Request) => look()(request);

  /** Performs a call until the backend replies, or has had enough time, as the app of a guest does. */
  async function repeat(perform: () => Promise<Reply>, isOver = () => false): Promise<GuestReply> {
    const end = performance.now() + settleTimeout;
    for (let delay = 1_000; ; delay *= 2) {
      try {
        const { status } = await perform();
        return { answer: status === 202 ? 'taken' : 'accepted', reason: undefined };
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        if (error instanceof CallFailedError && rejections.includes(error.status))
          return { answer: 'rejected', reason, status: error.status, isRepeat: delay > 1_000 };
        if (isOver() || performance.now() + delay > end) return { answer: 'failed', reason };
      }
      await pause(delay);
      if (isOver()) return { answer: 'failed', reason: 'The guest has cancelled.' };
    }
  }

  async function catchUp(): Promise<void> {
    if (sweep) await environment.perform('sweep', sweep, {});
  }

  return {
    environment,
    began: Date.now(),
    problems: new Map<BasicCheck, Problem>(),
    requests,
    references() {
      const all = [...requests, ...earlier.flatMap((other) => other.requests)];
      return new Set(all.map(({ reference }) => reference));
    },
    referenceOf: (order: FakeOrder) => referenceOf(order) ?? undefined,
    /** Sends a new request; with a second port, also to this port at the same time, which can be that of the same process. */
    async send(request: Request, secondPort: number | undefined): Promise<Request> {
      requests.push(request);
      const ports = secondPort === undefined ? [undefined] : [undefined, secondPort];
      const isOver = () => request.cancellation !== undefined;
      const replies = await Promise.all(ports.map((port) => repeat(() => send(request, port), isOver)));
      // One process can say that the other has the order.
      const reply = replies.find(({ answer }) => answer !== 'rejected') ?? replies[0];
      // The attempt before, which had no response, can have been accepted.
      const isKnown = reply?.status === 409 && reply.isRepeat;
      return Object.assign(request, { answer: isKnown ? 'accepted' : reply?.answer, reason: reply?.reason });
    },
    async sendAgain(request: Request) {
      const { answer, reason, status } = await repeat(() => send(request));
      if (!isAccepted({ answer }) && status !== 409) request.failedRepeat = reason;
    },
    async cancel(request: Request) {
      const [found] = atOutlet(request);
      const before = { statusBefore: found?.status, isEarly: !found || !isAccepted(request) };
      request.cancellation = { answer: 'failed', reason: undefined, ...before };
      request.cancellation = { ...(await repeat(() => cancel(request, found?.id))), ...before };
    },
    async cancelAgain(request: Request) {
      const { cancellation } = request;
      if (!cancellation || !isAccepted(cancellation)) return;
      const { answer, reason, status } = await repeat(() => cancel(request, atOutlet(request)[0]?.id));
      if (!isAccepted({ answer }) && status !== 409)
        request.cancellation = { ...cancellation, failedRepeat: reason };
    },
    repeat,
    look,
    atOutlet,
    async arrival(request: Request) {
      // The fake copies all orders each time.
      await until(() => atOutlet(request).length > 0, settleTimeout, 100);
      return atOutlet(request)[0];
    },
    catchUp,
    runJobs: catchUp,
    orderIds: () => requests.flatMap(look()).map(({ id }) => id),
    recall: () => void requests.push(...earlier.flatMap((other) => other.requests)),
  };
}
