import type { ControlContext } from './route.js';

export function assumptionRoutes(_context: ControlContext): void {}
