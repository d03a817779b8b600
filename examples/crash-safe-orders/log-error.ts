import { ApiError, OutletError } from 'outlet-open-api';

/** Logs an error. If the API rejected fields of the request, logs one line per field. */
export function logError(error: unknown): void {
  // Messages of the SDK contain no token and no personal data.
  console.error(error instanceof OutletError ? error.message : error);
  if (!(error instanceof ApiError)) return;
  for (const [field, messages] of Object.entries(error.fieldErrors)) {
    console.error(`  ${field || 'request'}: ${messages.join(' ')}`);
  }
}
