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
  const { code, statusCode = code, success, ok, status } = json;
  const saysError = ['error', 'errors', 'fault'].some((name) => name in json);
  const saysFailure = success === false || ok === false || status === 'error';
  return saysError || saysFailure || (typeof statusCode === 'number' && statusCode >= 400);
}
