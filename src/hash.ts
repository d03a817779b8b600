import { canonicalJson } from './json.js';

/** Returns a SHA-256 hash in base64 that is equal for equal values. */
export async function sha256Of(value: unknown): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(canonicalJson(value)));
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}
