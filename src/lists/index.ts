export type { Checkpoint } from './checkpoints.js';
export { type Page, Paginator } from './paginator.js';
export type { Concurrency } from './plan.js';
export type { TimeWindow } from './windows.js';
