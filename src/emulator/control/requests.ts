import type { ControlContext } from './route.js';

export function requestRoutes(_context: ControlContext): void {}
