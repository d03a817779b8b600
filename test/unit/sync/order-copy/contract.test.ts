import { createMemoryOrderStore } from 'outlet-open-api/sync';
import { orderStoreContract } from 'outlet-open-api/testing';
import { describe, test } from 'vitest';

describe('a memory store', () => {
  test.each(orderStoreContract(createMemoryOrderStore))('$name', ({ run }) => run());
});
