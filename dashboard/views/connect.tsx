import { useState } from 'preact/hooks';
import type { KeyView } from '../../src/emulator/contract/keys.js';
import type { Overview } from '../../src/emulator/contract/outlet.js';
import { type UseCase, useCases } from '../../src/entities/use-case.js';
import { useCaseNames } from '../../src/entities/use-case-names.js';
import { Field } from '../components/field.js';
import { Select } from '../components/inputs.js';
import { Loaded } from '../components/loaded.js';
import { Section } from '../components/page.js';
import { Facts } from '../components/values.js';
import { linkTo } from '../location.js';
import { useData } from '../use-data.js';
import { EnvironmentVariables } from './keys/environment-variables.js';
import { OutletDetails } from './outlet-details.js';

/** What to paste into a terminal, so that a program there uses the emulator. */
export function Connect({ overview: { outletId, version } }: { overview: Overview }) {
  const keys = useData('GET /keys', {}, ['keys']);
  const [useCase, setUseCase] = useState<UseCase>('digital-ordering');
  return (
    <Section title="Connect your code" actions={<span class="muted small">Version {version}</span>}>
      <Field label="Use case">
        <Select
          value={useCase}
          onChange={(value: UseCase) => setUseCase(value)}
          options={useCases.map((value) => ({ value, label: useCaseNames[value] }))}
        />
      </Field>
      <Loaded from={keys}>
        {(rows) => (
          <Variables apiKey={rows.find((key) => key.useCase === useCase && key.token !== undefined)} />
        )}
      </Loaded>
      <div class="row">
        <Facts facts={[['Outlet ID', <code key="id">{outletId}</code>]]} />
        <OutletDetails />
      </div>
    </Section>
  );
}

/** The variables of the default key of a use case, or what its requests lack. */
function Variables({ apiKey }: { apiKey: KeyView | undefined }) {
  if (apiKey?.token === undefined) {
    return (
      <p class="notice warning">
        The default key of this use case was deleted. <a href={linkTo('keys')}>Create an API key</a>, and copy
        its token.
      </p>
    );
  }
  return (
    <>
      {apiKey.revoked && (
        <p class="notice warning">
          {apiKey.label} is revoked, so its requests get a 401. <a href={linkTo('keys')}>Restore the key</a>.
        </p>
      )}
      <EnvironmentVariables token={apiKey.token} />
      <p class="muted">Paste the lines into a terminal, then start your program there.</p>
    </>
  );
}
