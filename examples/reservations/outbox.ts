import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BadRequestError, CallError, RequestValidationError } from 'outlet-open-api';

/** An order to create, with everything that it takes to repeat the same call. */
export interface Entry<Body> {
  /** Your own ID of the order or reservation. */
  readonly reference: string;
  readonly idempotencyKey: string;
  readonly body: Body;
  /** When the entry was added: ISO 8601. */
  readonly since: string;
  /** When the order was sent for the first time: ISO 8601. Stored before this send. Missing while the API cannot have the order. */
  readonly firstSentAt?: string;
  /** The hash of the API key that sent the order first. Another API key may not know the idempotency key. */
  readonly keyHash?: string;
  /** The API's ID of the order. Missing until it is known. */
  readonly orderId?: string;
}

/** The API remembers an idempotency key for 24 hours from the first call. The last hour is for the retries of a call. */
const maxAge = 23 * 60 * 60 * 1_000;

/** Orders to create, each in a file of its own. Replace it with a table that has one row per reference forever. */
export class Outbox<Body> {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Adds an order. Returns the entry of the reference if there is one, even if another process adds it at the same time. */
  async add(reference: string, newBody: () => Promise<Body>): Promise<Entry<Body>> {
    const file = this.#fileOf(reference);
    const before = await read<Body>(file);
    if (before) return before;
    const entry = {
      reference,
      idempotencyKey: randomUUID(),
      body: await newBody(),
      since: new Date().toISOString(),
    };
    const part = await this.#write(entry);
    // Unlike `rename`, `link` fails if the file exists.
    const isFirst = await link(part, file).then(() => true, ignore('EEXIST'));
    await rm(part);
    return isFirst ? entry : this.add(reference, newBody);
  }

  /**
   * Creates the order of an entry once, and returns its ID. If the call fails, the entry stays for the next run, unless the order is
   * invalid. Throws if the API may have forgotten the idempotency key, or has another API key now.
   * @param keyHash - `outlet.keyHash()` of the client that creates the order
   */
  async send(
    { orderId, ...entry }: Entry<Body>,
    keyHash: string,
    create: (body: Body, options: { idempotencyKey: string }) => PromiseLike<{ id: string }>,
  ): Promise<string> {
    if (orderId) return orderId;
    const { reference, idempotencyKey, body, firstSentAt = new Date().toISOString() } = entry;
    const file = this.#fileOf(reference);
    const isTooOld = Date.now() - Date.parse(firstSentAt) > maxAge;
    if (isTooOld || (entry.keyHash !== undefined && entry.keyHash !== keyHash)) {
      const reason = isTooOld ? 'the API has forgotten its idempotency key' : 'with another API key';
      throw new Error(
        `${reference} was sent first at ${firstSentAt}, and ${reason}, so it was not sent again. Look for the order in the POS. If it exists, add its ID to ${file} as "orderId". If not, delete this file and start again.`,
      );
    }
    const sent = { ...entry, firstSentAt, keyHash };
    if (!entry.firstSentAt) await rename(await this.#write(sent), file);
    try {
      const { id } = await create(body, { idempotencyKey });
      await rename(await this.#write({ ...sent, orderId: id }), file);
      return id;
    } catch (error) {
      if (entry.firstSentAt) {
        console.error(`ALERT: an earlier run may have created ${reference}: look for it in the POS`);
      } else if (isInvalid(error)) {
        await rm(file, { force: true });
      } else if (isNotCreated(error)) {
        // Any API key can send it.
        await rename(await this.#write(entry), file);
      }
      throw error;
    }
  }

  /** Returns the orders that are not known to be created. */
  async unfinished(): Promise<Entry<Body>[]> {
    const files = await readdir(this.#folder).catch(ignore('ENOENT'));
    const names = (files ?? []).filter((name) => name.endsWith('.json'));
    const entries = await Promise.all(names.map((name) => read<Body>(join(this.#folder, name))));
    return entries.filter((entry) => entry !== undefined).filter(({ orderId }) => !orderId);
  }

  #fileOf(reference: string): string {
    return join(this.#folder, `${encodeURIComponent(reference)}.json`);
  }

  /** Writes an entry to a file of its own, and returns its path. */
  async #write(entry: Entry<Body>): Promise<string> {
    await mkdir(this.#folder, { recursive: true });
    const part = join(this.#folder, `${randomUUID()}.part`);
    // The body has data of the guest, and the file is on the disk before the order is sent.
    await writeFile(part, JSON.stringify(entry), { flush: true, mode: 0o600 });
    return part;
  }
}

/** Returns whether the order is invalid, so that it fails again. */
function isInvalid(error: unknown): boolean {
  if (error instanceof RequestValidationError) return true;
  return error instanceof BadRequestError && error.outcome === 'rejected';
}

/** Returns whether the API cannot have the order. After errors of other kinds, it may. */
function isNotCreated(error: unknown): boolean {
  return error instanceof CallError && (error.outcome === 'rejected' || error.outcome === 'not-sent');
}

async function read<Body>(file: string): Promise<Entry<Body> | undefined> {
  const text = await readFile(file, 'utf8').catch(ignore('ENOENT'));
  return text === undefined ? undefined : JSON.parse(text);
}

/** Ignores an error of the file system with this code. */
function ignore(code: string): (error: NodeJS.ErrnoException) => undefined {
  return (error) => {
    if (error.code !== code) throw error;
  };
}
