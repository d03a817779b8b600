import { once } from 'node:events';
import { createServer } from 'node:net';
import { inTransaction } from 'outlet-open-api/postgres';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isInstalled } from '../start/programs.js';
import { addEffect, type Database, openDatabase } from './database.js';

describe.skipIf(!isInstalled('postgres'))('inTransaction', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase();
  });
  afterAll(() => database.close());

  test('commits what it wrote, and rolls back if its callback rejects', async () => {
    await inTransaction(database.pool, (client) => addEffect(client, 'kept'));
    const failed = inTransaction(database.pool, async (client) => {
      await addEffect(client, 'gone');
      throw new Error('The payment failed.');
    });
    await expect(failed).rejects.toThrow('The payment failed.');
    expect(await database.effects('kept')).toBe(1);
    expect(await database.effects('gone')).toBe(0);
  });

  test('rejects with the reason if its connection ends, and the process continues with a new one', async () => {
    const ended = inTransaction(database.pool, async (client) => {
      const { rows } = await client.query('select pg_backend_pid() as pid', []);
      await database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
      const isOpen = 'select from pg_stat_activity where pid = $1';
      while ((await database.pool.query(isOpen, [rows[0]?.pid])).rows.length > 0);
      await addEffect(client, 'lost');
    });
    // The system can drop the last words of the server when the client writes again.
    await expect(ended).rejects.toThrow(/terminating connection due to administrator command|ECONNRESET/);
    await inTransaction(database.pool, (client) => addEffect(client, 'after'));
    expect(await database.effects('after')).toBe(1);
    expect(await database.effects('lost')).toBe(0);
  });

  test('rejects if its connection ends as soon as it is open, and the process continues', async ({
    onTestFinished,
  }) => {
    const message = (type: string, body: string) => {
      const bytes = Buffer.from(`${type}\0\0\0\0${body}`);
      bytes.writeInt32BE(bytes.length - 1, 1);
      return bytes;
    };
    // AuthenticationOk, ReadyForQuery and the last words of a server that is killed, in one packet.
    const reason = 'SFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0';
    const packet = Buffer.concat([message('R', '\0\0\0\0'), message('Z', 'I'), message('E', reason)]);
    const server = createServer((socket) => socket.once('data', () => socket.end(packet)));
    onTestFinished(() => void server.close());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = Object(server.address());
    const pool = new pg.Pool({ host: '127.0.0.1', port, user: 'postgres' });
    await expect(inTransaction(pool, async () => {})).rejects.toThrow('unexpected postmaster exit');
  });
});
