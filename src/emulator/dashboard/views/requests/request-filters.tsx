import type { RequestFilter } from '../../../contract/requests.js';
import { Field } from '../../components/field.js';
import { Select, TextInput } from '../../components/inputs.js';
import { useData } from '../../use-data.js';

interface RequestFiltersProps {
  filter: RequestFilter;
  onChange(filter: RequestFilter): void;
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((value) => ({
  value,
  label: value,
}));

const statuses = [
  { value: '2xx', label: '2xx: success' },
  { value: '4xx', label: '4xx: rejected' },
  { value: '429', label: '429: rate limited' },
  { value: '5xx', label: '5xx: failed' },
  { value: 'none', label: 'No response' },
  { value: 'waiting', label: 'Waiting' },
];

const kinds = [
  { value: 'replay', label: 'Replays' },
  { value: 'fault', label: 'With a fault' },
];

export function RequestFilters({ filter, onChange }: RequestFiltersProps) {
  const { data: keys = [] } = useData('GET /keys', {}, ['keys']);
  const keyOptions = keys.map(({ id, label }) => ({ value: id, label }));

  function select(name: keyof RequestFilter, label: string, all: string, options: typeof kinds) {
    return (
      <Field label={label}>
        <Select
          value={String(filter[name] ?? '')}
          onChange={(value) => onChange({ ...filter, [name]: value })}
          options={[{ value: '', label: all }, ...options]}
        />
      </Field>
    );
  }

  return (
    <search class="toolbar filters">
      <Field label="Search">
        <TextInput
          type="search"
          placeholder="Path or body"
          value={filter.search ?? ''}
          onInput={(search) => onChange({ ...filter, search })}
        />
      </Field>
      {select('keyId', 'API key', 'All keys', keyOptions)}
      {select('method', 'Method', 'All methods', methods)}
      {select('status', 'Status', 'All statuses', statuses)}
      {select('kind', 'Kind', 'All requests', kinds)}
    </search>
  );
}
