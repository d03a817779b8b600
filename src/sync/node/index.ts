/**
 * Stores checkpoints and the outbox of `outlet-open-api/sync` in files, for Node.js, Bun and Deno.
 *
 * @packageDocumentation
 */

export type { Issue } from '../../errors/issue.js';
export { RequestValidationError } from '../../errors/request-validation-error.js';
export type {
  CheckpointStore,
  LeaseRequest,
  SyncCheckpoint,
  SyncRun,
  SyncTask,
} from '../checkpoints/checkpoint-store.js';
export { LeaseError } from '../checkpoints/lease-error.js';
export type { OutboxRef } from '../outbox/entry.js';
export type { OutboxDueRequest, OutboxRow, OutboxStore } from '../outbox/outbox-store.js';
export { createFileCheckpointStore } from './file-checkpoint-store.js';
export { createFileOutboxStore, type FileOutboxStore } from './file-outbox-store.js';
