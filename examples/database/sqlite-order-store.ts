import { isDeepStrictEqual } from 'node:util';
import {
  LeaseError,
  type OrderStore,
  type StoredOrder,
  type SyncCheckpoint,
  type SyncRun,
} from 'outlet-open-api/sync';

type Value = string | number | null;

/** What the store uses of a `DatabaseSync` of `node:sqlite`, which Node.js has from 22.13 up. */
export interface SqliteDatabase {
  exec(text: string): void;
  prepare(text: string): { all(...values: Value[]): Readonly<Record<string, unknown>>[] };
}

const schema = `
  pragma busy_timeout = 10000; -- milliseconds that each statement, also the next one, waits for another process
  pragma journal_mode = wal;
  pragma synchronous = full;   -- a commit survives a power failure
  create table if not exists outlet_orders (
    outlet_ref text, order_id text, content text, read_at integer, last_list text, primary key (outlet_ref, order_id)
  );
  create table if not exists outlet_checkpoints (name text primary key, checkpoint text, token text, until integer);
`;

/**
 * Creates a store of the order copy in SQLite, for processes of one machine. Nothing else may use the connection. `onChange` gets it as
 * its transaction. It must not call the store or the copy, because one transaction runs at a time.
 */
export function createSqliteOrderStore(db: SqliteDatabase): OrderStore<SqliteDatabase> {
  db.exec(schema);
  const query = (text: string, ...values: Value[]) => db.prepare(text).all(...values);
  let last: Promise<unknown> = Promise.resolve();

  /** Waits for the transaction that is open. Otherwise, its connection would include `work` in it. */
  function alone<T>(work: () => T | Promise<T>): Promise<T> {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  }

  async function inTransaction<T>(work: (tx: SqliteDatabase) => T | Promise<T>): Promise<T> {
    // Locks the database, and so all orders.
    db.exec('begin immediate');
    try {
      const result = await work(db);
      db.exec('commit');
      return result;
    } catch (error) {
      try {
        db.exec('rollback');
      } catch {
        // SQLite has already rolled back, for example because the disk is full.
      }
      throw error;
    }
  }

  function read(outletRef: string, orderId: string): StoredOrder | undefined {
    const text = `select content, read_at as "readAt", last_list as "lastList" from outlet_orders
      where outlet_ref = ? and order_id = ?`;
    const [row] = query(text, outletRef, orderId);
    if (!row) return undefined;
    const { content, readAt, lastList } = row;
    return {
      order: JSON.parse(String(content)),
      readAt: new Date(Number(readAt)),
      lastList: lastList === null ? null : String(lastList),
    };
  }

  function write(outletRef: string, { order, readAt, lastList }: StoredOrder): void {
    const text = 'insert or replace into outlet_orders values (?, ?, ?, ?, ?)';
    query(text, outletRef, order.id, JSON.stringify(order), readAt.getTime(), lastList);
  }

  /** How each run saves its checkpoint in a transaction. */
  const saves = new WeakMap<SyncRun, (checkpoint: SyncCheckpoint) => void>();

  function runOf(name: string, token: string): SyncRun {
    /** Changes the row if this run still has the lease. */
    const update = (change: string, ...values: Value[]) => {
      const text = `update outlet_checkpoints set ${change} where name = ? and token = ? returning name`;
      return query(text, ...values, name, token).length > 0;
    };
    const save = (checkpoint: SyncCheckpoint) => {
      if (!update('checkpoint = ?', JSON.stringify(checkpoint))) throw new LeaseError('lost', name);
    };
    const run: SyncRun = {
      save: (checkpoint) => alone(() => save(checkpoint)),
      renew: ({ leaseDuration }) => alone(() => update('until = ?', Date.now() + leaseDuration)),
      release: () => alone(() => void update('token = null, until = null')),
    };
    saves.set(run, save);
    return run;
  }

  return {
    now: () => new Date(),
    transaction: (work) => alone(() => inTransaction(work)),
    lock: (_tx, outletRef, orderId) => ({ row: read(outletRef, orderId), now: new Date() }),
    write: (_tx, outletRef, row) => write(outletRef, row),
    markCurrent: (outletRef, { list, orders, readAt }) =>
      alone(() =>
        inTransaction(() => {
          const found: string[] = [];
          for (const order of orders) {
            const row = read(outletRef, order.id);
            if (!row) continue;
            const isEqual = isDeepStrictEqual(row.order, order);
            const isLater = row.readAt > readAt && row.readAt <= new Date();
            if (!isEqual && !isLater) continue;
            const latest = isEqual && row.readAt < readAt ? readAt : row.readAt;
            write(outletRef, { order: row.order, readAt: latest, lastList: list });
            found.push(order.id);
          }
          return found;
        }),
      ),
    async *unlisted(outletRef, list) {
      const text = `select order_id as "orderId" from outlet_orders
        where outlet_ref = ? and last_list is not ? and last_list is not 'old'`;
      for (const { orderId } of await alone(() => query(text, outletRef, list))) yield String(orderId);
    },
    read: (outletRef, orderId) => alone(() => read(outletRef, orderId)),
    checkpoints: {
      load: (name) =>
        alone(() => query('select checkpoint from outlet_checkpoints where name = ?', name)[0]?.checkpoint),
      acquire: ({ name, leaseDuration }) =>
        alone(() => {
          const token = crypto.randomUUID();
          const text = `insert into outlet_checkpoints (name, token, until) values (?, ?, ?)
            on conflict (name) do update set token = excluded.token, until = excluded.until
            where until is null or until <= ? returning name`;
          const now = Date.now();
          return query(text, name, token, now + leaseDuration, now).length > 0
            ? runOf(name, token)
            : undefined;
        }),
      delete: (name) =>
        alone(() => void query('update outlet_checkpoints set checkpoint = null where name = ?', name)),
      list: () =>
        alone(() =>
          query('select name from outlet_checkpoints where checkpoint is not null').map(({ name }) =>
            String(name),
          ),
        ),
      with: () => ({ save: (run, checkpoint) => saves.get(run)?.(checkpoint) }),
    },
  };
}
