import type { ControlContext } from './route.js';

export function clockRoutes(_context: ControlContext): void {}
