import type { OrderItem } from '../entities/index.js';
import type { Random } from '../random.js';
import type { FakeKey, FakeOutlet, Fault, FaultKind } from '../testing/index.js';
import type { Backend } from './backend.js';
import type { Reply } from './calls.js';
import type { Action, BackendSettings } from './settings.js';
import type { Timeline } from './timeline.js';
import { pause } from './waiting.js';
import type { WebhookSender } from './webhook-sender.js';

/** The guest of every order. */
export interface Guest {
  readonly firstName: string;
  readonly lastName: string;
  readonly phoneNumber: string;
}

/** Guests who order at a steady rate. */
export interface Load {
  /** Orders a minute. */
  readonly rate: number;
  /** For how long. */
  readonly seconds: number;
}

/** What a scenario works with: the outlet, its webhooks, and the backend. */
export interface Environment {
  readonly fake: FakeOutlet;
  /** The name of the outlet in the configuration. */
  readonly outletRef: string;
  /** What to add to a line of the timeline about the outlet, such as ` at cafe`; empty for the first outlet. */
  readonly at: string;
  readonly webhookSender: WebhookSender;
  readonly backend: Backend;
  readonly timeline: Timeline;
  readonly random: Random;
  /** Whether the suite has started the backend, and so can kill and restart it. */
  readonly canRestart: boolean;
  /** How long the backend may take to agree with the outlet, in milliseconds. */
  readonly settleTimeout: number;
  /** How many orders guests place at a steady rate; `undefined` without `--rate`. */
  readonly load: Load | undefined;
  /** Every guest, whose data the backend must not print. */
  readonly guest: Guest;
  /** The IDs of the orders that the outlet had before the first scenario. */
  readonly firstOrderIds: ReadonlySet<string>;
  settings(): BackendSettings;
  /** The API key that the backend uses. */
  key(): FakeKey;
  /** The secrets so far, each in words: tokens, and the secret parts of the webhook URL. */
  readonly secrets: ReadonlyMap<string, string>;
  /**
   * Performs an action of the configuration.
   * @param port - the port of the process that gets the request. Default: the port of the settings
   * @throws Error if it fails
   */
  perform<Argument extends object>(
    name: string,
    action: Action<Argument>,
    argument: Argument,
    port?: number,
  ): Promise<Reply>;
  /** Returns a reference that no other order of the outlet has, such as `V-3f9a-1`. */
  newReference(): string;
  /** Creates a key, lets the backend use its token, and deletes the old key. */
  rotateToken(): Promise<void>;
  /** Returns the webhook URL with another secret. */
  webhookUrlWith(secret: string): string;
  /**
   * Adds an outlet to the emulator and the backend. Its next references are those that this outlet gets next.
   * @throws Error if the action fails
   */
  addOutlet(): Promise<Environment>;
  /** Returns a port that nobody uses now. */
  freePort(): Promise<number>;
}

/** What the faults of the scenarios mean, for readers of a timeline. */
const meanings: Partial<Record<FaultKind, string>> = {
  'bad-gateway-html': 'a 502 with HTML, without effect',
  'cut-body': 'the response ends too early',
  'dropped-request': 'the connection breaks, without effect',
  hang: 'no effect, and no response',
  'lost-response': 'the request has its effect, then the connection breaks',
  'server-error': 'a 500, without effect',
  'server-error-after-effect': 'a 500, although the request has its effect',
  'slow-body': 'half of the response arrives late',
};

/** Makes requests to the API fail until `removeFaults`, or `times`. */
export function addFaults(
  { fake, timeline }: Pick<Environment, 'fake' | 'timeline'>,
  ...faults: readonly Fault[]
): void {
  for (const fault of faults) {
    const { method = '', path = 'all paths', times = Infinity, share = 1 } = fault;
    const most = share === 1 ? 'all requests' : `${Math.round(share * 100)}% of the requests`;
    const many = times === Infinity ? most : times === 1 ? 'one request' : `${times} requests`;
    const kind = [fault.fault, meanings[fault.fault] && `(${meanings[fault.fault]})`]
      .filter(Boolean)
      .join(' ');
    timeline.note(`The API fails: ${kind} for ${many} to ${method} ${path}`.replaceAll('  ', ' '));
    fake.failNext({ times: Infinity, ...fault });
  }
}

export async function removeFaults({ fake, timeline }: Environment): Promise<void> {
  const faults = [...fake.faults];
  for (const fault of faults) fault.remove();
  // The fault has used up the requests of this second.
  if (faults.some(({ fault: { fault } }) => fault === 'rate-limited')) await pause(1_100);
  if (faults.length > 0) timeline.note('The API works again');
}

/** Stops all webhooks. Returns a function that lets them arrive again. */
export function loseWebhooks({ key, timeline }: Environment): () => void {
  const { webhookUrl } = key();
  timeline.note('Webhooks are lost from now on');
  key().webhookUrl = undefined;
  return () => {
    timeline.note('Webhooks arrive again');
    key().webhookUrl = webhookUrl;
  };
}

/** Kills and starts the backend. */
export async function crash({ backend }: Environment): Promise<void> {
  await backend.kill();
  await backend.start();
}

export function nameOf({ firstName, lastName }: Guest): string {
  return `${firstName} ${lastName}`;
}

/**
 * Chooses items of the menu. A line with an option has one piece, because the API does not define whether its price counts for each piece.
 */
export function someItems({ fake, random, guest }: Environment): OrderItem[] {
  return Array.from({ length: random.integer(1, 3) }, () => {
    const { id, options } = random.pick(fake.menus.all());
    const option = options[random.integer(0, options.length)];
    return {
      menuItemId: id,
      customerName: nameOf(guest),
      quantity: option ? 1 : random.integer(1, 3),
      options: option ? [{ optionId: option.id, quantity: random.integer(1, 2) }] : [],
    };
  });
}
