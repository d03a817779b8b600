import { changeQuery, currentQuery } from '../location.js';
import { Field } from './field.js';
import { TextInput } from './inputs.js';

/** Searches the list of the view. */
export function SearchFilter({ label = 'Search', placeholder }: { label?: string; placeholder: string }) {
  return (
    <Field label={label}>
      <TextInput
        type="search"
        placeholder={placeholder}
        value={currentQuery().search ?? ''}
        onInput={(search) => changeQuery({ search })}
      />
    </Field>
  );
}
