import type { DeliveryFilter } from '../../../contract/deliveries.js';
import type { KeyView } from '../../../contract/keys.js';
import { Field } from '../../components/field.js';
import { Checkbox, Select, TextInput } from '../../components/inputs.js';

interface DeliveryFiltersProps {
  filter: DeliveryFilter;
  keys: readonly KeyView[];
  onChange(filter: DeliveryFilter): void;
}

export function DeliveryFilters({ filter, keys, onChange }: DeliveryFiltersProps) {
  const { search = '', keyId = '', failed = false } = filter;
  return (
    <search class="toolbar filters">
      <Field label="Search">
        <TextInput
          type="search"
          placeholder="Event or order"
          value={search}
          onInput={(search) => onChange({ ...filter, search })}
        />
      </Field>
      <Field label="API key">
        <Select
          value={keyId}
          onChange={(keyId) => onChange({ ...filter, keyId })}
          options={[{ value: '', label: 'All keys' }, ...keys.map(({ id, label }) => ({ value: id, label }))]}
        />
      </Field>
      <Checkbox label="Only failed" checked={failed} onChange={(failed) => onChange({ ...filter, failed })} />
    </search>
  );
}
