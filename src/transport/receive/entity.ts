import type { Issue } from '../../errors/issue.js';
import { isRecord } from '../../json.js';
import { isText } from '../../options/checks.js';
import { kindOf } from './page-body.js';

/** Finds the entity of a response, which can be in a field `data`. */
export function entityIn(json: Record<string, unknown>): unknown {
  return isRecord(json.data) && !('id' in json) ? json.data : json;
}

/** Returns the issue of an entity without an ID. */
export function missingIdIn(entity: unknown): Issue | undefined {
  const { id } = isRecord(entity) ? entity : {};
  if (isText(id) || Number.isFinite(id)) return undefined;
  return { path: 'id', message: `is missing in ${kindOf(entity)}` };
}

/** Returns whether a body describes an error, whatever its status. Gateways have several forms. */
export function isErrorBody(json: unknown): boolean {
  if (!isRecord(json)) return false;
  const { error, errors, fault, code, statusCode, success, ok, status } = json;
  const saysFailure = success === false || ok === false || status === 'error';
  return (
    saysFailure || [code, statusCode, status].some(isErrorStatus) || [error, errors, fault].some(isStated)
  );
}

function isErrorStatus(value: unknown): boolean {
  return typeof value === 'number' && value >= 400 && value < 600;
}

/** `{ error: null }`, `{ error: false }` and `{ errors: [] }` describe no error. */
function isStated(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

/**
 * Returns whether a body describes an error instead of an order. It can have the ID of a request. An order can have a field such as
 * `errors`, but also has fields that only an order has.
 */
export function isErrorInsteadOfOrder(json: unknown, entity: unknown): boolean {
  const { status, items, channelId } = isRecord(entity) ? entity : {};
  const hasStatus = typeof status === 'string' && status !== 'error';
  return isErrorBody(json) && !hasStatus && items === undefined && channelId === undefined;
}
