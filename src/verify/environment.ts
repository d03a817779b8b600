import type { OrderItem } from '../entities/index.js';
import type { Random } from '../fake/outlet/random.js';
import type { FakeKey, FakeOutlet, Fault, RecordedRequest } from '../testing/index.js';
import type { Backend } from './backend.js';
import type { BackendSettings } from './verification.js';
import { pause, until } from './waiting.js';
import type { Attempt, WebhookSender } from './webhook-sender.js';

/** How long a late response takes, in milliseconds. */
const slowTime = 3_000;

/** What a scenario works with: the outlet, its webhooks, and the backend. */
export interface Environment {
  readonly fake: FakeOutlet;
  readonly webhookSender: WebhookSender;
  readonly backend: Backend;
  readonly random: Random;
  /** How long the backend may take to agree with the outlet, in milliseconds. */
  readonly settleTimeout: number;
  settings(): BackendSettings;
  /** The API key that the backend uses. */
  key(): FakeKey;
  /** Returns a reference that no other run has used, such as `V-3f9a-1`. */
  newReference(): string;
  /** Creates a key, lets the backend use its token, and deletes the old key. */
  rotateToken(): Promise<void>;
  /** Returns the webhook URL with another secret. */
  webhookUrlWith(secret: string): string;
}

/** A webhook that the outlet has not sent. */
interface Forgery {
  readonly orderId: string;
  /** The secret in words. */
  readonly secret: string;
  /** Whether the backend responded as if the webhook was genuine. */
  readonly isAccepted: boolean;
  /** Milliseconds since the epoch. */
  readonly from: number;
  readonly to: number;
}

/** A run of a scenario, with the orders that it has made so far. */
export interface ScenarioRun {
  readonly environment: Environment;
  /** When the scenario began, in milliseconds since the epoch. */
  readonly began: number;
  readonly forgeries: Forgery[];
  /** Creates some orders. */
  open(): Promise<void>;
  /** Lets the staff work on the orders until each is complete or cancelled. */
  finish(): Promise<void>;
  /** The IDs of the orders that the outlet has. */
  orderIds(): readonly string[];
}

/** Returns the requests of the backend since the scenario began. */
export function requestsOf({ environment, began }: ScenarioRun): readonly RecordedRequest[] {
  return environment.fake.requests.filter(({ at }) => Date.parse(at) >= began);
}

/** Returns the attempts to deliver a webhook since the scenario began. */
export function attemptsOf({ environment, began }: ScenarioRun): readonly Attempt[] {
  return environment.webhookSender.attempts.filter(({ at }) => at >= began);
}

/** Chooses items of the menu. */
export function someItems({ fake, random }: Environment): OrderItem[] {
  return Array.from({ length: random.integer(1, 3) }, (): OrderItem => {
    const { id, options } = random.pick(fake.menus.all());
    const option = options[random.integer(0, options.length)];
    return {
      menuItemId: id,
      quantity: random.integer(1, 2),
      options: option ? [{ optionId: option.id, quantity: 1 }] : [],
    };
  });
}

/** Plays a day of a restaurant: orders come in, and the staff finishes them. */
export async function runDay(run: ScenarioRun): Promise<void> {
  await run.open();
  await run.finish();
}

/** Plays a day. In its first ten seconds, requests to the API have faults. */
export async function runDayWithFaults(
  run: ScenarioRun,
  ...faults: readonly Omit<Fault, 'times'>[]
): Promise<void> {
  const { fake } = run.environment;
  for (const fault of faults) fake.failNext({ ...fault, times: Infinity });
  await Promise.all([runDay(run), pause(10_000).then(() => removeFaults(fake))]);
}

export function removeFaults({ faults }: FakeOutlet): void {
  for (const fault of [...faults]) fault.remove();
}

/** Changes an order twice. The response that shows the first change arrives after the responses that show the second one. */
export async function changeTwice(
  run: ScenarioRun,
  id: string,
  first: () => void,
  second: () => void,
): Promise<void> {
  const path = `/orders/${id}`;
  run.environment.fake.failNext({ method: 'GET', path, fault: 'slow-body', delay: slowTime });
  first();
  await until(() => requestsOf(run).some((request) => request.path === path), 5_000);
  second();
  await pause(slowTime);
}
