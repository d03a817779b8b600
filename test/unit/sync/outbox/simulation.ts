import type { OrderCreateParams, ReservationCreateParams } from 'outlet-open-api';
import { createMemoryOutboxStore, type OutboxEntry, type OutboxStore } from 'outlet-open-api/sync';
import { createFakeOutlet, type FakeOutlet, type FaultKind } from 'outlet-open-api/testing';
import { type Chances, type Process, startProcess } from './process.js';
import { type Random, randomOf } from './random.js';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** What went wrong, and how often each state occurred. */
export interface Result {
  readonly violations: readonly string[];
  readonly states: Readonly<Record<string, number>>;
  readonly kills: number;
  readonly faults: number;
}

interface Accepted {
  isAccepted: boolean;
  /** Whether the outbox has accepted a cancellation. */
  isCancelled: boolean;
}

/** A reservation, and what its booking system and the staff have changed last. */
interface Seated extends Accepted {
  /** Not known while a change has no response. */
  guestCount: number | undefined;
  channelId: string | undefined;
  /** Whether a change was stored or arrived late, so that it can undo a later one. */
  isOvertaken: boolean;
}

/**
 * Simulates the evening of a platform with two processes, and everything that can go wrong. After that, all is repaired, and a process
 * runs for another day. Run it in fake time.
 */
export async function simulate(seed: number): Promise<Result> {
  const simulation = new Simulation(seed);
  await simulation.evening();
  await simulation.recover();
  return simulation.result();
}

/** How far the clock of the store can be wrong. */
const maxSkew = 20 * minute;
const bad: Chances = { kill: 0.0005, lostResponse: 0.01, slowCallback: 0.3, failedCallback: 0.1 };
const ended = new Set(['rejected', 'expired', 'cancelled']);

const kinds: readonly [FaultKind, ...FaultKind[]] = [
  'lost-response',
  'dropped-request',
  'server-error',
  'server-error-after-effect',
  'bad-gateway-html',
  'cut-body',
  'invalid-json',
  'empty-body',
  'rate-limited',
  'hang',
  'latency',
];

class Simulation {
  readonly #random: Random;
  readonly #fake: FakeOutlet;
  readonly #store: OutboxStore;
  readonly #processes: Process[] = [];
  readonly #orders = new Map<string, Accepted>();
  readonly #tables = new Map<string, Seated>();
  readonly #violations: string[] = [];
  /** The references that were found when the guest no longer waited. */
  readonly #late = new Set<string>();
  /** The highest version that `onChange` received for each reference. */
  readonly #notified = new Map<string, number>();
  /** The orders with a change that arrived when the store no longer expected it. */
  readonly #overtaken = new Set<string>();
  /** The orders that the staff have reopened, which no late cancellation ends. */
  readonly #reopened = new Set<string>();
  /** How many changes have begun or ended, by URL. */
  readonly #puts = new Map<string, number>();
  /** The API key that created each order. */
  readonly #creators = new Map<string, string | null>();
  /** The body of each idempotency key, and the first API key whose request the API may have performed. */
  readonly #posts = new Map<string, { readonly body: string; token: string | null }>();
  #chances = bad;
  #isOver = false;
  #token: string;
  #outageUntil = 0;
  /** How far the clock of the store is ahead. */
  #skew = 0;
  #kills = 0;
  #faults = 0;
  #interval = 10 * second;
  /** Whether an outage of 25 hours follows. */
  readonly #isLong: boolean;
  /** Whether an order can be unresolved: the key was replaced, or an outage was longer than keys are remembered. */
  #canBeUnresolved = false;

  constructor(seed: number) {
    this.#random = randomOf(seed);
    this.#isLong = seed % 4 === 1;
    this.#fake = createFakeOutlet({
      seed,
      empty: true,
      hostile: seed % 3 > 0,
      webhookFetch: (url, init) => this.#deliver(new Request(url, init)),
    });
    this.#fake.channels.add({ id: 'channel-foodie', type: 'partner', name: 'foodie' });
    for (const id of ['table-1', 'table-2', 'table-3']) this.#fake.channels.add({ id, type: 'dine-in' });
    this.#fake.channels.publish();
    const options = [{ id: 'option-cheese', name: 'Extra cheese', price: 1.2 }];
    this.#fake.menus.add({ id: 'item-burger', name: 'Burger', price: 12.5, options });
    this.#fake.menus.publish();
    const key = this.#fake.key('digital-ordering');
    key.webhookUrl = 'https://backend.example/';
    this.#token = key.token;
    this.#fake.key('reservations').webhookUrl = 'https://backend.example/tables';
    this.#store = this.#checked(createMemoryOutboxStore({ now: () => new Date(Date.now() + this.#skew) }));
  }

  async evening(): Promise<void> {
    const end = Date.now() + 40 * minute;
    for (let index = 0; index < 2; index += 1) this.#start();
    const count = 20;
    const guests = Array.from({ length: count }, (_, index) => this.#guest(`F-${index}`));
    const seated = Array.from({ length: 5 }, (_, index) => this.#seat(`T-${index}`));
    const others = [...seated, this.#staff(), this.#waiter(), this.#troubles()];
    while (Date.now() < end) {
      await wait(10 * second);
      for (const process of [...this.#processes]) if (!process.isAlive) this.#replace(process);
    }
    this.#isOver = true;
    await Promise.all([...guests, ...others]);
    await this.#quietHour();
    this.#chances = bad;
    this.#interval = 10 * second;
    this.#start();
    if (this.#isLong) await this.#longOutage();
    else await this.#rotateWhileUnknown();
  }

  /** Two orders exist whose responses were lost, and after an outage of 25 hours, only the action log shows them. */
  async #longOutage(): Promise<void> {
    this.#canBeUnresolved = true;
    this.#fake.failNext({ method: 'POST', fault: 'lost-response', times: Number.POSITIVE_INFINITY });
    const latest = [this.#guest('L-0', 0), this.#guest('L-1', 0)];
    await wait(2 * minute);
    this.#outageUntil = Date.now() + 25 * hour;
    this.#interval = 5 * minute;
    for (const process of this.#processes) process.kill();
    await wait(22 * hour);
    for (const process of [...this.#processes]) this.#replace(process);
    await wait(3 * hour);
    await Promise.all(latest);
  }

  /** Repairs everything, ends the orders, and lets a process run for a day. */
  async recover(): Promise<void> {
    await this.#quietHour();
    for (const { id, status } of [...this.#created(), ...this.#seated()]) {
      if (status === 'open' || status === 'inKitchen' || status === 'readyForPickup')
        this.#fake.orders.complete(id);
    }
    this.#interval = 10 * minute;
    for (const process of [...this.#processes]) this.#replace(process);
    await wait(25 * hour);
    for (const process of this.#processes) await process.outbox.close();
  }

  /** Repairs everything, and lets a new process run for an hour. What it then has not done, nobody will do. */
  async #quietHour(): Promise<void> {
    this.#outageUntil = 0;
    this.#chances = { kill: 0, lostResponse: 0, slowCallback: 0, failedCallback: 0 };
    for (const fault of [...this.#fake.faults]) fault.remove();
    this.#fake.keys.restore(this.#token);
    for (const process of this.#processes.splice(0)) process.kill();
    this.#interval = minute;
    this.#start();
    await wait(hour);
    for (const reference of this.#orders.keys()) {
      const entry = await this.#stored('bistro', 'foodie', reference);
      if (entry) this.#checkQuiet(reference, entry);
    }
    for (const [reference, seated] of this.#tables) {
      const entry = await this.#stored('tables', 'bookable', reference);
      if (entry) this.#checkQuiet(reference, entry);
      if (entry) this.#checkTable(reference, entry, seated);
      else if (seated.isAccepted) this.#violation(`1: ${reference} was accepted, and is lost`);
    }
  }

  async #stored(keyRef: string, partner: string, reference: string): Promise<OutboxEntry | undefined> {
    const row = await this.#store.get({ keyRef, partner, reference });
    return row && JSON.parse(row.entry);
  }

  /** Checks what holds as long as nothing happens. */
  #checkQuiet(reference: string, stored: OutboxEntry): void {
    const revision: number = Object(stored).revision;
    const { state, orderId, cancel } = stored;
    if (revision > 1 && this.#notified.get(reference) !== revision)
      this.#violation(
        `7: ${reference} (${state}) has version ${revision}, but ${this.#notified.get(reference)} was reported`,
      );
    const isCancelled = (this.#orders.get(reference) ?? this.#tables.get(reference))?.isCancelled;
    const order = this.#fake.orders.get(orderId ?? '');
    // A new key may not be allowed to cancel the orders of the old one.
    const canCancel =
      this.#creators.get(orderId ?? '') === `Bearer ${this.#token}` || this.#tables.has(reference);
    if (isCancelled && canCancel && order?.status === 'open' && !this.#reopened.has(order.id))
      this.#violation(`9: ${reference} is open, with the cancellation ${cancel}`);
  }

  #checkTable(reference: string, { state, orderId, changes, cancel }: OutboxEntry, seated: Seated): void {
    const [order, second] = this.#seated().filter(
      ({ partnerReservationInfo: info }) => info?.reservationId === reference,
    );
    const at = `${reference} (${state}, ${order?.status}, ${cancel})`;
    if (second) this.#violation(`1: ${at} is at the outlet twice`);
    if (state !== 'created') return;
    const current = this.#fake.orders.get(orderId ?? '');
    if (changes) this.#violation(`8: ${at} has changes that were never sent`);
    if (current?.status !== 'open' || seated.isOvertaken || this.#overtaken.has(current.id)) return;
    if (seated.guestCount !== undefined && current.guestCount !== seated.guestCount)
      this.#violation(`reservations: ${at} has ${current.guestCount} guests, not ${seated.guestCount}`);
    if (seated.channelId !== undefined && current.channelId !== seated.channelId)
      this.#violation(`reservations: ${at} is at ${current.channelId}, not at ${seated.channelId}`);
  }

  async result(): Promise<Result> {
    const states: Record<string, number> = {};
    for (const [reference, accepted] of this.#orders) {
      const entry = await this.#stored('bistro', 'foodie', reference);
      if (entry) {
        states[entry.state] = (states[entry.state] ?? 0) + 1;
        this.#check(reference, entry);
      } else if (accepted.isAccepted) this.#violation(`1: ${reference} was accepted, and is lost`);
    }
    return { violations: this.#violations, states, kills: this.#kills, faults: this.#faults };
  }

  #check(reference: string, stored: OutboxEntry): void {
    const { state, orderId, order, cancel } = stored;
    const revision: number = Object(stored).revision;
    const placed = this.#created().filter(({ partnerInfo }) => partnerInfo?.orderId === reference);
    const found = placed.find(({ id }) => id === orderId) ?? placed[0];
    const at = `${reference} (${state}, ${order?.status}, ${cancel})`;
    if (placed.length > 1) this.#violation(`1: ${at} is at the outlet ${placed.length} times`);
    if (state === 'waiting' || state === 'unknown') this.#violation(`8: ${at} has not ended`);
    const isReplayedError = /POST \S+ failed with 500/.test(stored.error ?? '');
    if (state === 'unresolved' && !this.#canBeUnresolved && !isReplayedError)
      this.#violation(`8: ${at} without a reason: ${stored.error}`);
    if (state === 'created') {
      if (!found || found.id !== orderId) this.#violation(`8: ${at} is not at the outlet`);
      else if (found.status !== order?.status) this.#violation(`4: ${at} is ${found.status}`);
      // A new key may not be allowed to cancel the orders of the old one.
      if (cancel === 'requested') this.#violation(`9: ${at} is still to be cancelled`);
      if (cancel === 'done' && found?.status !== 'cancelled') this.#violation(`9: ${at} is not cancelled`);
    }
    // The staff can have cancelled it before it was found.
    if (this.#late.has(reference) && cancel === undefined && order?.status !== 'cancelled')
      this.#violation(`5: ${at} was found late, and not cancelled`);
    if (ended.has(state) && found && found.status !== 'cancelled')
      this.#violation(`5: ${at} is at the outlet`);
    if (revision > 1 && this.#notified.get(reference) !== revision)
      this.#violation(`7: ${at} has version ${revision}, but ${this.#notified.get(reference)} was reported`);
  }

  #created() {
    return this.#fake.orders
      .all()
      .filter(
        ({ partnerInfo }) =>
          partnerInfo?.partnerChannel === 'foodie' && this.#orders.has(partnerInfo.orderId ?? ''),
      );
  }

  #seated() {
    return this.#fake.orders
      .all()
      .filter(({ partnerReservationInfo: info }) => this.#tables.has(info?.reservationId ?? ''));
  }

  #violation(text: string): void {
    if (!this.#violations.includes(text)) this.#violations.push(text);
  }

  /** A store that checks the rules of versions. */
  #checked(store: OutboxStore): OutboxStore {
    return {
      ...store,
      replace: async (row, version) => {
        const before = await store.get(row);
        const isReplaced = await store.replace(row, version);
        if (!isReplaced || !before) return isReplaced;
        const [old, now] = [JSON.parse(before.entry), JSON.parse(row.entry)];
        if (row.version !== before.version + 1)
          this.#violation(`6: version ${before.version} became ${row.version}`);
        // A time in the future is from before the clock was set back.
        const isPast = old.readAt <= Date.now() + this.#skew;
        if (isPast && old.readAt > (now.readAt ?? 0))
          this.#violation(`4: an older read of ${row.reference} won`);
        const { status } = now.order ?? {};
        if (
          (now.cancel === 'done' && status && status !== 'cancelled') ||
          (now.cancel === 'too-late' && status === 'open' && !this.#reopened.has(now.orderId))
        )
          this.#violation(`9: ${row.reference} is ${status}, with the cancellation ${now.cancel}`);
        const hasEnded = ended.has(old.state);
        if (hasEnded && (now.state === 'waiting' || now.state === 'unknown'))
          this.#violation(`5: ${row.reference} was reopened`);
        // Whatever the clock of the store shows.
        const isLate = hasEnded || Date.now() - maxSkew > old.sendBy;
        if (isLate && old.orderId === undefined && now.orderId !== undefined) this.#late.add(row.reference);
        const isPlaced = this.#created().some(({ partnerInfo }) => partnerInfo?.orderId === row.reference);
        const mayExist = ['unknown', 'created', 'unresolved'].includes(now.state);
        if (isPlaced && old.state === 'unknown' && !mayExist)
          this.#violation(`2: ${row.reference} became ${now.state}, but is at the outlet`);
        return true;
      },
    };
  }

  #start(): void {
    const process = startProcess({
      store: this.#store,
      random: this.#random.next,
      chances: () => this.#chances,
      options: {
        interval: this.#interval,
        // As a partner does, who ignores what is older.
        onChange: ({ reference, version }) =>
          void this.#notified.set(reference, Math.max(version, this.#notified.get(reference) ?? 0)),
      },
      load: (keyRef) => {
        const accessToken = keyRef === 'tables' ? this.#fake.key('reservations').token : this.#token;
        return {
          baseUrl: this.#fake.baseUrl,
          accessToken,
          fetch: (input, init) => this.#fetch(process, input, init),
        };
      },
    });
    this.#processes.push(process);
    void process.run();
  }

  #replace(process: Process): void {
    process.kill();
    this.#kills += 1;
    this.#processes.splice(this.#processes.indexOf(process), 1);
    this.#start();
  }

  async #fetch(process: Process, input: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response> {
    const request = new Request(input, init);
    if (request.method === 'POST') return this.#post(process, request);
    return request.method === 'PUT' ? this.#put(request) : this.#arrive(request);
  }

  /** A change that arrives after another process has repeated it can undo a later one, which the API does not prevent. */
  async #put(request: Request): Promise<Response> {
    const { url } = request;
    const count = (this.#puts.get(url) ?? 0) + 1;
    this.#puts.set(url, count);
    const id = url.split('/').at(-1) ?? '';
    const body = await request.clone().json();
    const isExpected = async () => {
      const ref = await this.#store.find('tables', id);
      const { changeAttempt } = Object(ref && (await this.#stored(ref.keyRef, ref.partner, ref.reference)));
      const { channelId, guestCount } = Object(changeAttempt?.sent);
      return body.channelId === channelId && body.guestCount === guestCount;
    };
    const wasExpected = await isExpected();
    try {
      return await this.#arrive(request);
    } finally {
      // Latency delays the change.
      const isLate = !(wasExpected && (await isExpected())) || this.#puts.get(url) !== count;
      if (isLate) this.#overtaken.add(id);
      this.#puts.set(url, (this.#puts.get(url) ?? 0) + 1);
    }
  }

  async #arrive(request: Request): Promise<Response> {
    if (Date.now() < this.#outageUntil) throw new TypeError('fetch failed');
    return this.#fake.fetch(request);
  }

  async #post(process: Process, request: Request): Promise<Response> {
    const body = await request.clone().text();
    const key = request.headers.get('idempotency-key') ?? '';
    const token = request.headers.get('authorization');
    const first = this.#posts.get(key) ?? { body, token: null };
    this.#posts.set(key, first);
    if (first.body !== body) this.#violation(`3: another body was sent with ${key}`);
    if (first.token !== null && first.token !== token) this.#violation(`3: another API key sent ${key}`);
    const isFirst = first.token === null;
    first.token ??= token;
    const { partnerInfo, partnerReservationInfo: seat } = JSON.parse(body);
    if (seat) await this.#checkState(process, 'tables', 'bookable', seat.reservationId);
    else await this.#checkState(process, 'bistro', 'foodie', partnerInfo.orderId);
    const known = new Set(this.#fake.orders.all().map(({ id }) => id));
    const response = await this.#arrive(request);
    for (const { id } of this.#fake.orders.all()) if (!known.has(id)) this.#creators.set(id, token);
    // The API has surely not performed the request.
    if (isFirst && [401, 403, 429].includes(response.status)) first.token = null;
    return response;
  }

  /** Checks that the store expects the request that arrives. */
  async #checkState(process: Process, keyRef: string, partner: string, reference: string): Promise<void> {
    const { state, firstSentAt } = Object(await this.#stored(keyRef, partner, reference));
    if (Date.now() + this.#skew - firstSentAt > 24 * hour)
      this.#violation(`3: ${reference} was sent after 24 hours`);
    if (process.wasSuspended) return;
    if (state !== 'unknown' && state !== 'created')
      this.#violation(`2, 5: ${reference} was sent while ${state}`);
  }

  async #deliver(request: Request): Promise<Response> {
    const process = this.#random.pick([this.#processes[0], this.#processes[1] ?? this.#processes[0]]);
    if (!process || this.#random.chance(0.2)) throw new TypeError('fetch failed');
    return process.handle(request);
  }

  /** Orders, repeats the request until it is accepted, and may repeat it later or cancel. */
  async #guest(reference: string, latest = 35 * minute): Promise<void> {
    const { between, chance, pick } = this.#random;
    const menuItemId = chance(0.05) ? 'item-missing' : 'item-burger';
    const order: OrderCreateParams = {
      channelId: 'channel-foodie',
      partnerInfo: { partnerChannel: 'foodie', orderId: reference },
      items: [{ menuItemId, quantity: between(1, 5), options: [{ optionId: 'option-cheese', quantity: 1 }] }],
    };
    const accepted: Accepted = { isAccepted: false, isCancelled: false };
    this.#orders.set(reference, accepted);
    await wait(between(0, latest));
    for (let attempt = 0; attempt < 5 && !accepted.isAccepted; attempt += 1) {
      accepted.isAccepted = await this.#ask((process) => process.outbox.addOrder('bistro', order));
    }
    if (chance(0.2)) await this.#ask((process) => process.outbox.addOrder('bistro', order));
    if (!accepted.isAccepted) return;
    if (chance(0.2)) {
      await wait(15 * minute);
      await this.#ask((process) => process.outbox.addOrder('bistro', order));
    }
    if (!chance(0.3)) return;
    await wait(between(0, pick([second, minute, 10 * minute])));
    const ref = { keyRef: 'bistro', partner: 'foodie', reference };
    for (let attempt = 0; attempt < 5 && !accepted.isCancelled; attempt += 1)
      accepted.isCancelled = await this.#ask((process) => process.outbox.cancel(ref));
  }

  /** Seats guests, changes their reservation, and may cancel it. */
  async #seat(reference: string): Promise<void> {
    const { between, chance } = this.#random;
    const seated: Seated = {
      ...{ isAccepted: false, isCancelled: false, isOvertaken: false },
      ...{ guestCount: 2, channelId: undefined },
    };
    this.#tables.set(reference, seated);
    const reservation: ReservationCreateParams = {
      channelId: 'table-1',
      guestCount: 2,
      partnerReservationInfo: { partnerName: 'bookable', reservationId: reference, lastName: 'Park' },
    };
    const ref = { keyRef: 'tables', partner: 'bookable', reference };
    await wait(between(0, 20 * minute));
    while (!seated.isAccepted && !this.#isOver)
      seated.isAccepted = await this.#ask((process) => process.outbox.addReservation('tables', reservation));
    if (!seated.isAccepted) return;
    for (const [guestCount, channelId] of [[3, 'table-2'], [4]] as const) {
      await wait(between(0, 10) * minute);
      seated.guestCount = undefined;
      const changes = { guestCount, ...(channelId && { channelId }) };
      let isStored = false;
      const change = async (process: Process) => {
        await process.outbox.update(ref, changes).finally(() => {
          // A suspended process stores the change of a request that the app has repeated elsewhere.
          if (isStored) seated.isOvertaken = true;
        });
      };
      // The app repeats a change until it is stored.
      while (!(await this.#ask(change))) {
        if (this.#isOver) return;
        await wait(second);
      }
      isStored = true;
      seated.guestCount = guestCount;
    }
    if (!chance(0.3)) return;
    for (let attempt = 0; attempt < 5 && !seated.isCancelled; attempt += 1)
      seated.isCancelled = await this.#ask((process) => process.outbox.cancel(ref));
  }

  /** The staff moves guests who have moved already. A repeated change must not move them back. */
  async #waiter(): Promise<void> {
    while (!this.#isOver) {
      await wait(10 * second);
      for (const { id, status, channelId, partnerReservationInfo: info } of this.#seated()) {
        const reference = info?.reservationId ?? '';
        const seated = this.#tables.get(reference);
        // A change without a response is repeated by the app, and then moves the guests back.
        if (!seated?.guestCount || seated.channelId || status !== 'open' || channelId !== 'table-2') continue;
        const { changes, changeAttempt } = Object(await this.#stored('tables', 'bookable', reference));
        // A change that was stored before, and is not sent yet, moves them back too.
        if (changes?.channelId && !changeAttempt) continue;
        this.#fake.orders.moveTable(id, 'table-3');
        seated.channelId = 'table-3';
      }
    }
  }

  /** Returns whether a process responded to a guest. */
  async #ask(question: (process: Process) => Promise<unknown>): Promise<boolean> {
    const process = this.#processes[this.#random.between(0, this.#processes.length - 1)];
    const response = process
      ? question(process).then(
          () => true,
          () => false,
        )
      : Promise.resolve(false);
    const isAnswered = await Promise.race([response, wait(10 * second).then(() => false)]);
    if (!isAnswered) await wait(this.#random.between(1, 20) * second);
    return isAnswered;
  }

  /** The staff cooks, and sometimes cancels or reopens an order. */
  async #staff(): Promise<void> {
    const { chance, pick } = this.#random;
    const { orders } = this.#fake;
    const reopen = (id: string) => {
      this.#reopened.add(id);
      orders.reopen(id);
    };
    while (!this.#isOver) {
      await wait(minute);
      for (const { id, status } of this.#created()) {
        if (!chance(0.2)) continue;
        if (status === 'open') pick([orders.inKitchen, orders.inKitchen, orders.cancel])(id);
        else if (status === 'inKitchen') orders.ready(id);
        else if (status === 'readyForPickup') orders.complete(id);
        else if (status === 'complete' && chance(0.05)) pick([reopen, orders.cancel])(id);
      }
    }
  }

  async #troubles(): Promise<void> {
    const { between, chance, pick } = this.#random;
    while (!this.#isOver) {
      await wait(between(1, 5) * minute);
      this.#faults += 1;
      const process = this.#processes[between(0, this.#processes.length - 1)];
      const fault = pick([
        'fault',
        'fault',
        'fault',
        'outage',
        'rotate',
        'revoke',
        'clock',
        'suspend',
        'kill',
      ]);
      if (fault === 'fault') {
        const [kind, delay] = [pick(kinds), between(1, 30) * second];
        this.#fake.failNext({ fault: kind, delay, times: between(1, 12), share: pick([0.3, 0.7, 1]) });
      } else if (fault === 'outage') {
        this.#outageUntil = Date.now() + pick([minute, 5 * minute, 30 * minute]);
      } else if (fault === 'rotate' && chance(0.4)) {
        await this.#rotateWhileUnknown();
      } else if (fault === 'revoke') {
        const token = this.#token;
        this.#fake.keys.revoke(token);
        await wait(between(1, 15) * minute);
        this.#fake.keys.restore(token);
      } else if (fault === 'clock') {
        this.#skew = between(-1, 1) * maxSkew;
      } else if (fault === 'suspend') {
        process?.suspend(pick([5 * second, 30 * second, 10 * minute]));
      } else if (fault === 'kill' && process) {
        this.#replace(process);
      }
    }
  }

  /** The merchant replaces the API key, while the responses of orders are lost. */
  async #rotateWhileUnknown(): Promise<void> {
    this.#fake.failNext({
      method: 'POST',
      fault: 'lost-response',
      times: Number.POSITIVE_INFINITY,
    });
    const fault = this.#fake.faults.at(-1);
    const guest = this.#guest(`R-${this.#orders.size}`, 0);
    await wait(this.#random.between(1, 5) * minute);
    this.#rotate();
    // A new process has no memory of the old key, and one that continues has no new key yet.
    for (const old of [...this.#processes]) if (this.#random.chance(0.5)) this.#replace(old);
    await wait(minute);
    fault?.remove();
    await guest;
  }

  /** The merchant replaces the API key. The new one may not be allowed to cancel the orders of the old one. */
  #rotate(): void {
    this.#canBeUnresolved = true;
    this.#fake.assume({ foreignOrderStatus: false });
    const { token } = this.#fake.keys.create({
      useCase: 'digital-ordering',
      webhookUrl: 'https://backend.example/',
    });
    this.#fake.keys.revoke(this.#token);
    this.#token = token;
  }
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
