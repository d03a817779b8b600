import type { ControlContext } from './route.js';

export function overviewRoutes(_context: ControlContext): void {}
