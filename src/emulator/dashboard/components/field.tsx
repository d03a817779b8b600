import { type ComponentChildren, createContext } from 'preact';
import { useContext, useId } from 'preact/hooks';

interface FieldProps {
  label: string;
  hint?: ComponentChildren;
  error?: string | undefined;
  /** One input. */
  children: ComponentChildren;
}

/** The attributes that connect an input with the label, hint and error of its field. */
interface InputAttributes {
  id?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
}

const FieldContext = createContext<InputAttributes>({});

/** Returns the attributes that an input needs to belong to the field around it. */
export function useField(): InputAttributes {
  return useContext(FieldContext);
}

/** A label, an input, and a hint or an error below it. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const attributes: InputAttributes = { id };
  const isInvalid = error !== undefined && error !== '';
  if (isInvalid) attributes['aria-invalid'] = true;
  if (isInvalid || hint !== undefined) attributes['aria-describedby'] = `${id}-note`;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <FieldContext.Provider value={attributes}>{children}</FieldContext.Provider>
      {(isInvalid || hint !== undefined) && (
        <div id={`${id}-note`} class={isInvalid ? 'field-error' : 'field-hint'}>
          {isInvalid ? error : hint}
        </div>
      )}
    </div>
  );
}
