/** `true` if two types are the same. `any` is only the same as itself. */
export type Same<One, Other> =
  (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;

/** Compiles if a value has exactly this type: `has<string>()(order.id)`. */
export function has<Type>(): <Value>(
  value: Value,
  ...same: Same<Value, Type> extends true ? [] : [never]
) => void {
  return () => {};
}

/** Compiles if the union is empty. */
export function none<_Names extends never>(): void {}

type IsAny<Type> = 0 extends 1 & Type ? true : false;

/** The parameters and the return type of a function, or the parameters and instances of a class. */
type PartsOf<Type> = Type extends abstract new (
  ...given: infer Given
) => infer Made
  ? [Made, ...Given]
  : Type extends (...given: infer Given) => infer Result
    ? [Result, ...Given]
    : [];

type HoldsAny<Types extends readonly unknown[]> = true extends {
  [Place in keyof Types]: IsAny<Types[Place]>;
}[number]
  ? true
  : false;

/** The names of exports that are `any`, or that accept, return or contain `any`. */
export type AnyIn<Exports> = {
  [Name in keyof Exports]: true extends IsAny<Exports[Name]> | HoldsAny<PartsOf<Exports[Name]>>
    ? Name
    : never;
}[keyof Exports];
