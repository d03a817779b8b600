import { useState } from 'preact/hooks';
import type { RequestView } from '../../../contract.js';
import { Code } from '../../components/code.js';
import { Field } from '../../components/field.js';
import { Select } from '../../components/inputs.js';

const choices = {
  same: {
    label: 'The same',
    hint: 'The API returns its first response again, and has no other effect.',
  },
  new: { label: 'A new one', hint: 'The API performs the request again.' },
} as const;
const choiceNames = ['same', 'new'] as const;

/** The request as a command and as code, with its idempotency key or a new one. */
export function SendAgain({ request }: { request: RequestView }) {
  const [choice, setChoice] = useState<keyof typeof choices>('same');
  const { curl, sdk } = choice === 'same' ? request.again : request.withNewKey;
  return (
    <>
      {request.idempotencyKey !== undefined && (
        <Field label="Idempotency key" hint={choices[choice].hint}>
          <Select
            value={choice}
            onChange={(value) => setChoice(value)}
            options={choiceNames.map((value) => ({ value, label: choices[value].label }))}
          />
        </Field>
      )}
      <Code label="curl" text={curl} />
      {sdk !== undefined && <Code label="SDK code" text={sdk} />}
    </>
  );
}
