import type { ControlContext } from './route.js';

export function deliveryRoutes(_context: ControlContext): void {}
