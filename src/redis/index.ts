/**
 * Shares state between processes in Redis, through your `ioredis` client.
 *
 * @packageDocumentation
 */

export type { Issue } from '../errors/issue.js';
export { RequestValidationError } from '../errors/request-validation-error.js';
export type { Claim, Deduplicator } from '../webhooks/deduplication/deduplicator.js';
export { createRedisDeduplicator } from './deduplicator.js';
export type { RedisOptions } from './redis-options.js';
export type { RedisClient } from './script.js';
