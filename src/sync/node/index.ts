/**
 * What keeps checkpoints of `outlet-open-api/sync` in files: for Node, Bun and Deno.
 *
 * @packageDocumentation
 */

export type { Issue } from '../../errors/issue.js';
export { RequestValidationError } from '../../errors/request-validation-error.js';
export type { CheckpointStore, Lease, SyncCheckpoint } from '../checkpoints/checkpoint-store.js';
export { createFileCheckpointStore } from './file-checkpoint-store.js';
