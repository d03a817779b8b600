/**
 * Shares state between processes in Redis, through your `ioredis` client.
 *
 * @packageDocumentation
 */

export type { Issue } from '../errors/issue.js';
export { RequestValidationError } from '../errors/request-validation-error.js';
export type { Logger } from '../logger.js';
export type {
  Priority,
  RateLimit,
  RateLimiter,
  RateLimitHeaders,
  RateLimitState,
  Turn,
  TurnRequest,
  TurnResponse,
} from '../rate-limit/rate-limiter.js';
export type {
  CheckpointStore,
  LeaseRequest,
  SyncCheckpoint,
  SyncRun,
  SyncTask,
} from '../sync/checkpoints/checkpoint-store.js';
export { LeaseError } from '../sync/checkpoints/lease-error.js';
export { createRedisCheckpointStore } from './checkpoint-store.js';
export { createRedisRateLimiter, type RedisRateLimiterOptions } from './rate-limiter/rate-limiter.js';
export type { RedisClient, RedisOptions } from './redis-client.js';
