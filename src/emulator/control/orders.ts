import type { ControlContext } from './route.js';

export function orderRoutes(_context: ControlContext): void {}
