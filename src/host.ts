/**
 * Returns the result of a function, or `undefined` if it throws. A host can lack a global, or have one that throws when it is used. The
 * `process` of the Edge Runtime of Next.js does, so only a call shows whether it works.
 */
function ifAllowed<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}

/** Returns the diagnostics channels, if the host has them. They are not imported, so that every host can load this module. */
export function diagnosticsChannels(): typeof import('node:diagnostics_channel') | undefined {
  return ifAllowed(() => globalThis.process.getBuiltinModule('node:diagnostics_channel'));
}

/** Returns an environment variable, or an empty string. Deno throws without the permission to read it. */
export function environmentVariable(name: string): string {
  return ifAllowed(() => globalThis.process.env[name]) ?? '';
}

/** Whether a timer stops when the request in which it was set ends. Each call asks, so that a host without `navigator` must not throw. */
export function timersEndWithRequests(): boolean {
  return ifAllowed(() => Reflect.get(globalThis, 'navigator')?.userAgent) === 'Cloudflare-Workers';
}

/** As an object, because the types of Node.js lack the field. */
const noStore: object = { cache: 'no-store' };

/** Whether `fetch` accepts `cache: 'no-store'`. Cloudflare Workers throw an error for it before the compatibility date 2024-11-11. */
export const acceptsNoStore: boolean =
  /* @__PURE__ */ ifAllowed(() => new Request('https://pos.example', noStore)) !== undefined;

/** Lets the process end while a timer runs. Only some hosts have timers that keep it running, with this method. */
export function unref(timer: { unref(): void }): void {
  ifAllowed(() => timer.unref());
}
