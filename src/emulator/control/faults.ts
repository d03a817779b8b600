import type { ControlContext } from './route.js';

export function faultRoutes(_context: ControlContext): void {}
