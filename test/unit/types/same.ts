/**
 * Whether two types have the same documented fields at any depth: name, type, and whether a field is optional.
 * Ignores index signatures, and the two spellings of an optional field.
 */
export type Same<One, Other> = Identical<Described<One>, Described<Other>>;

/** Whether the compiler treats two types as identical. Unlike mutual assignability, this distinguishes `any` from other types. */
type Identical<One, Other> =
  (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;

/** A type with each of its fields resolved. */
type Described<T> = unknown extends T
  ? T
  : T extends string | number | boolean | Date | null | undefined
    ? T
    : T extends readonly (infer Entry)[]
      ? { list: Described<Entry>; mutable: T extends unknown[] ? true : false }
      : { [Field in keyof T as DocumentedName<Field>]-?: DescribedField<T, Field> };

type DescribedField<T, Field extends keyof T> =
  Record<never, never> extends Pick<T, Field>
    ? { optional: true; type: Described<Exclude<T[Field], undefined>> }
    : { optional: false; type: Described<T[Field]> };

type DocumentedName<Field extends PropertyKey> = string extends Field
  ? never
  : number extends Field
    ? never
    : Field;
