import { changeQuery, currentQuery } from '../location.js';
import { useData } from '../use-data.js';
import { Field } from './field.js';
import { Select, TextInput } from './inputs.js';

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

interface SelectFilterProps {
  /** The parameter of the URL. */
  name: string;
  label: string;
  /** The text of the option that does not filter. */
  all: string;
  options: readonly { readonly value: string; readonly label: string }[];
}

export function SelectFilter({ name, label, all, options }: SelectFilterProps) {
  const shown = currentQuery()[name] ?? '';
  const offered = [{ value: '', label: all }, ...options];
  // A link can have a value that the list does not offer, such as the status 409.
  const isOffered = offered.some(({ value }) => value === shown);
  return (
    <Field label={label}>
      <Select
        value={shown}
        onChange={(value) => changeQuery({ [name]: value })}
        options={isOffered ? offered : [...offered, { value: shown, label: shown }]}
      />
    </Field>
  );
}

export function KeyFilter() {
  const { data: keys = [] } = useData('GET /keys', {}, ['keys']);
  const options = keys.map(({ id, label }) => ({ value: id, label }));
  return <SelectFilter name="key" label="API key" all="All keys" options={options} />;
}
