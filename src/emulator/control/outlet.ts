import type { ControlContext } from './route.js';

export function outletRoutes(_context: ControlContext): void {}
