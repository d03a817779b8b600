/**
 * Names an error class and marks it, so that a guard recognises its instances across bundles, realms and copies of this
 * package, where `instanceof` fails. Name and mark stand on the prototype: minifiers cannot change them, and no instance
 * shows them.
 */
export function brand(errorClass: { prototype: object }, name: string): void {
  Object.defineProperty(errorClass.prototype, 'name', { value: name, configurable: true, writable: true });
  Object.defineProperty(errorClass.prototype, markOf(name), { value: true });
}

/** Anything can be thrown, even what throws when it is looked at. */
export function isBranded(value: unknown, name: string): boolean {
  try {
    return typeof value === 'object' && value !== null && markOf(name) in value;
  } catch {
    return false;
  }
}

function markOf(name: string): symbol {
  return Symbol.for(`outlet-open-api/${name}`);
}
