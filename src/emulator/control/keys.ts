import type { ControlContext } from './route.js';

export function keyRoutes(_context: ControlContext): void {}
