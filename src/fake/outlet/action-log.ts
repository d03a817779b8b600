import type { ActionLogActor } from '../../entities/index.js';
import type { ApiKey } from './keys.js';
import type { Outlet } from './outlet.js';
import type { StoredOrder } from './state.js';

export const manager: ActionLogActor = { type: 'staff', id: 'staff-1', name: 'Robin Park', role: 'manager' };

export const waiter: ActionLogActor = { type: 'staff', id: 'staff-2', name: 'Sam Rivera', role: 'waiter' };

/** Returns the actor for a key: its label, never its token. */
export function actorOf(key: ApiKey): ActionLogActor {
  return { type: 'apiKey', id: key.id, name: key.label, role: key.useCase };
}

export function log(
  outlet: Outlet,
  { order }: StoredOrder,
  action: string,
  actor: ActionLogActor,
  metadata: Record<string, unknown> = {},
  created: string = order.updatedAt,
): void {
  outlet.state.log.push({
    orderId: order.id,
    channelId: order.channelId ?? undefined,
    entry: { action, actor, metadata: { orderId: order.id, ...metadata }, created },
  });
}
