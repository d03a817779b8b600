import type { ControlContext } from './route.js';

export function goodsReceiptRoutes(_context: ControlContext): void {}
