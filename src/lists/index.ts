export type { Checkpoint } from './checkpoint.js';
export type { Page } from './pages.js';
export { Paginator } from './paginator.js';
export type { Concurrency } from './slicing.js';
export type { TimeWindow } from './windows.js';
