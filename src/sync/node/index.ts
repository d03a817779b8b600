/**
 * What keeps checkpoints of `outlet-open-api/sync` in files: for Node, Bun and Deno.
 *
 * @packageDocumentation
 */
export { InvalidRequestError } from '../../errors/invalid-request-error.js';
export type { Issue } from '../../errors/issue.js';
export type { CheckpointStore, Lease, SyncCheckpoint } from '../checkpoints/checkpoint-store.js';
export { fileCheckpoints } from './file-checkpoints.js';
