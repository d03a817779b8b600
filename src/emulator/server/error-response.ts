import type { ControlError } from '../contract/index.js';

/** Returns an error in the form of the API. */
export function errorResponse(code: number, message: string): Response {
  const body: ControlError = { code, message };
  return Response.json(body, { status: code });
}
