import type { ControlContext } from './route.js';

export function channelRoutes(_context: ControlContext): void {}
