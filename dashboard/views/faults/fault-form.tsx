import { useState } from 'preact/hooks';
import type { FaultForm as FaultBody } from '../../../src/emulator/contract/faults.js';
import type { FaultKind } from '../../../src/fake/index.js';
import { Button } from '../../components/button.js';
import { Field } from '../../components/field.js';
import { Form, FormActions } from '../../components/form.js';
import { NumberInput, Select } from '../../components/inputs.js';
import { Section } from '../../components/page.js';
import { call } from '../../control-client.js';
import { useAction } from '../../use-action.js';
import { useData } from '../../use-data.js';
import { faultKindNames, faultKinds } from './fault-kinds.js';

type Extent = 'count' | 'share' | 'outage' | 'always';

const extents: readonly { value: Extent; label: string }[] = [
  { value: 'count', label: 'The next requests' },
  { value: 'share', label: 'A share of all requests' },
  { value: 'outage', label: 'All requests for a time' },
  { value: 'always', label: 'All requests until removed' },
];

export function FaultForm() {
  const [endpoint, setEndpoint] = useState('');
  const [kind, setKind] = useState<FaultKind>('server-error');
  const [extent, setExtent] = useState<Extent>('count');
  const [count, setCount] = useState<number | undefined>(1);
  const [percent, setPercent] = useState<number | undefined>(20);
  const [seconds, setSeconds] = useState<number | undefined>(60);
  const [delay, setDelay] = useState<number | undefined>(1_000);
  const endpoints = useData('GET /endpoints', {}, []).data ?? [];
  const { run, busy } = useAction();
  const { name, explanation, delayLabel } = faultKinds[kind];

  function add(): void {
    const [method, path] = endpoint === '' ? [] : endpoint.split(' ');
    const body: FaultBody = {
      method,
      path,
      fault: kind,
      times: extent === 'count' ? (count ?? 1) : null,
      lasting: extent === 'outage' ? (seconds ?? 60) * 1_000 : undefined,
      share: extent === 'share' ? (percent ?? 100) / 100 : undefined,
      delay: delayLabel === undefined ? undefined : delay,
    };
    void run(() => call('POST /faults', { body }), `${name} is active.`);
  }

  return (
    <Section title="Add a fault">
      <Form onSubmit={add}>
        <div class="fields">
          <Field label="Operation">
            <Select
              value={endpoint}
              onChange={(value) => setEndpoint(value)}
              options={[
                { value: '', label: 'All operations' },
                ...endpoints.map((value) => ({ value, label: value })),
              ]}
            />
          </Field>
          <Field label="Fault" hint={explanation}>
            <Select
              value={kind}
              onChange={(value) => setKind(value)}
              options={faultKindNames.map((value) => ({ value, label: faultKinds[value].name }))}
            />
          </Field>
          {delayLabel !== undefined && (
            <Field label={delayLabel} hint="In milliseconds">
              <NumberInput value={delay} onInput={setDelay} min={0} max={600_000} required />
            </Field>
          )}
          <Field label="Requests">
            <Select value={extent} onChange={(value) => setExtent(value)} options={extents} />
          </Field>
          {extent === 'count' && (
            <Field label="Number of requests">
              <NumberInput value={count} onInput={setCount} min={1} step={1} required />
            </Field>
          )}
          {extent === 'share' && (
            <Field label="Share" hint="In percent, at random, until you remove the fault">
              <NumberInput value={percent} onInput={setPercent} min={1} max={100} required />
            </Field>
          )}
          {extent === 'outage' && (
            <Field label="Length" hint="In seconds">
              <NumberInput value={seconds} onInput={setSeconds} min={1} max={86_400} required />
            </Field>
          )}
        </div>
        <FormActions>
          <Button kind="primary" type="submit" busy={busy}>
            Add fault
          </Button>
        </FormActions>
      </Form>
    </Section>
  );
}
