import type { ControlContext } from './route.js';

export function menuRoutes(_context: ControlContext): void {}
