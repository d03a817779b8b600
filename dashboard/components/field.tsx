import { type ComponentChildren, createContext } from 'preact';
import { useContext, useId } from 'preact/hooks';

interface FieldProps {
  label: string;
  hint?: ComponentChildren;
  /** One input. */
  children: ComponentChildren;
}

/** The attributes that connect an input with the label and hint of its field. */
interface InputAttributes {
  id?: string;
  'aria-describedby'?: string;
}

const FieldContext = createContext<InputAttributes>({});

/** Returns the attributes that an input needs to belong to the field around it. */
export function useField(): InputAttributes {
  return useContext(FieldContext);
}

/** A label, an input, and a hint below it. */
export function Field({ label, hint, children }: FieldProps) {
  const id = useId();
  const attributes = hint === undefined ? { id } : { id, 'aria-describedby': `${id}-hint` };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <FieldContext.Provider value={attributes}>{children}</FieldContext.Provider>
      {hint !== undefined && (
        <div id={`${id}-hint`} class="field-hint">
          {hint}
        </div>
      )}
    </div>
  );
}
