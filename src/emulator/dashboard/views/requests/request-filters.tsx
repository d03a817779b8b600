import { KeyFilter, SearchFilter, SelectFilter } from '../../components/filters.js';

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

export function RequestFilters() {
  return (
    <search class="toolbar filters">
      <SearchFilter placeholder="Path or body" />
      <KeyFilter />
      <SelectFilter name="method" label="Method" all="All methods" options={methods} />
      <SelectFilter name="status" label="Status" all="All statuses" options={statuses} />
      <SelectFilter name="kind" label="Kind" all="All requests" options={kinds} />
    </search>
  );
}
