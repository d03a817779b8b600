import { Field } from '../../components/field.js';
import { Select } from '../../components/inputs.js';
import { call } from '../../control-client.js';
import { useAction } from '../../use-action.js';
import { useOverview } from '../../use-overview.js';

const speeds = [
  { value: '', label: 'Off' },
  { value: '15000', label: 'Slow: every 15 s' },
  { value: '5000', label: 'Normal: every 5 s' },
  { value: '1000', label: 'Fast: every 1 s' },
];

/** Lets the staff work by itself, at a speed. */
export function Autopilot() {
  const interval = useOverview().data?.autopilotInterval;
  const { run } = useAction();
  const value = interval === undefined ? '' : String(interval);
  const isListed = speeds.some((speed) => speed.value === value);

  function choose(chosen: string): void {
    if (chosen === '') void run(() => call('DELETE /autopilot'), 'The autopilot is off.');
    else
      void run(
        () => call('PUT /autopilot', { body: { interval: Number(chosen) } }),
        'The autopilot is on: orders move by themselves.',
      );
  }

  return (
    <Field label="Autopilot">
      <Select
        value={value}
        onChange={choose}
        options={isListed ? speeds : [...speeds, { value, label: `Every ${value} ms` }]}
      />
    </Field>
  );
}
