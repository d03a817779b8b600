/** `true` where two types are the same, so that `any` is only the same as itself. */
export type Same<One, Other> =
  (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;

/** Compiles where a value has exactly this type: `has<string>()(order.id)`. */
export function has<Type>(): <Value>(
  value: Value,
  ...same: Same<Value, Type> extends true ? [] : [never]
) => void {
  return () => {};
}

/** Compiles where nothing is named. */
export function none<_Names extends never>(): void {}

type IsAny<Type> = 0 extends 1 & Type ? true : false;

/** What a function takes or gives, what a class makes, and the thing itself. */
type PartsOf<Type> = Type extends abstract new (
  ...given: infer Given
) => infer Made
  ? [Made, ...Given]
  : Type extends (...given: infer Given) => infer Answer
    ? [Answer, ...Given]
    : [];

type HoldsAny<Types extends readonly unknown[]> = true extends {
  [Place in keyof Types]: IsAny<Types[Place]>;
}[number]
  ? true
  : false;

/** The names of what is `any` itself, takes, gives or has something that is. */
export type AnyIn<Exports> = {
  [Name in keyof Exports]: true extends IsAny<Exports[Name]> | HoldsAny<PartsOf<Exports[Name]>>
    ? Name
    : never;
}[keyof Exports];
