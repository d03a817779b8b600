import {
  createPostgresCheckpointStore,
  createPostgresOrderStore,
  createPostgresOutboxStore,
} from 'outlet-open-api/postgres';
import { checkpointStoreContract, orderStoreContract, outboxStoreContract } from 'outlet-open-api/testing';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { isInstalled } from '../start/programs.js';
import { type Database, openDatabase } from './database.js';

describe.skipIf(!isInstalled('postgres'))('PostgreSQL', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase();
  });
  afterAll(() => database.close());

  describe('the checkpoint store passes', () => {
    const create = () => createPostgresCheckpointStore({ pool: database.pool });
    test.concurrent.each(checkpointStoreContract(create))('$name', ({ run }) => run());
  });

  describe('the outbox store passes', () => {
    const create = () => createPostgresOutboxStore({ pool: database.pool });
    test.each(outboxStoreContract(create))('$name', ({ run }) => run());
  });

  describe('the order store passes', () => {
    const create = () => createPostgresOrderStore({ pool: database.pool });
    test.each(orderStoreContract(create))('$name', ({ run }) => run());
  });
});
