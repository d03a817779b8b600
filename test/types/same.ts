/**
 * Whether two types say the same of every documented field, however deep: its name, its type, whether it can be left out.
 * Index signatures, and the two ways to write an optional field, make no difference.
 */
export type Same<One, Other> = Identical<Described<One>, Described<Other>>;

/** Whether the compiler itself takes two types for one; unlike mutual assignability, this tells `any` from the rest. */
type Identical<One, Other> =
  (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;

/** A type with each of its fields taken apart. */
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
