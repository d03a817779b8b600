import { type AssumptionText, assumptionTexts } from 'assumption-texts';
import { useState } from 'preact/hooks';
import type { AssumptionsView } from '../../src/emulator/contract/emulator.js';
import { Badge } from '../components/badges.js';
import { Field } from '../components/field.js';
import { Checkbox, TextInput } from '../components/inputs.js';
import { Loaded } from '../components/loaded.js';
import { Empty, Page } from '../components/page.js';
import { countText } from '../components/values.js';
import { linkTo } from '../location.js';
import { useData } from '../use-data.js';
import { AssumptionEntry } from './assumptions/assumption-entry.js';
import { type AssumptionOption, isChanged, textOf } from './assumptions/set-assumption.js';

/** Every place where the API specification is silent, and what the emulator does there. */
export function Assumptions({ id }: { id?: string }) {
  const assumptions = useData('GET /assumptions', {}, ['assumptions']);
  const { data } = assumptions;
  const [search, setSearch] = useState('');
  const [onlyChanged, setOnlyChanged] = useState(false);

  const options = optionsOf(data);
  const changed = assumptionTexts.filter(({ name }) => isChanged(options.get(name)));
  const shown = (onlyChanged ? changed : assumptionTexts).filter((text) => matches(text, search));
  const groups = [...new Set(shown.map(({ group }) => group))];

  return (
    <Page title="Assumptions" lead="What the emulator does if something is undocumented.">
      <Loaded from={assumptions}>
        {({ hostile, seed }) => (
          <p>
            <Badge tone={changed.length > 0 ? 'warning' : 'neutral'}>{differenceText(changed.length)}</Badge>{' '}
            {hostile ? `Hostile mode is on with seed ${seed}. ` : ''}
            <a href={linkTo('faults')}>Change hostile mode</a>
          </p>
        )}
      </Loaded>
      <search class="toolbar">
        <Field label="Search">
          <TextInput
            type="search"
            value={search}
            onInput={setSearch}
            placeholder="Such as retries or cursor"
          />
        </Field>
        <Checkbox
          label="Only differences from the defaults"
          checked={onlyChanged}
          onChange={setOnlyChanged}
        />
      </search>
      {shown.length === 0 && <Empty>No assumption matches.</Empty>}
      {groups.map((group) => (
        <details key={group} class="card" open={onlyChanged || search !== '' || id !== undefined}>
          <summary>
            <h2>{group}</h2>
          </summary>
          {shown
            .filter((text) => text.group === group)
            .map((text) => (
              <AssumptionEntry
                key={text.name}
                text={text}
                option={options.get(text.name)}
                isTarget={data !== undefined && text.name === id}
              />
            ))}
        </details>
      ))}
    </Page>
  );
}

/** Returns the options by their names. */
function optionsOf(data: AssumptionsView | undefined): ReadonlyMap<string, AssumptionOption> {
  if (!data) return new Map();
  const defaults = new Map(Object.entries(data.defaults).map(([name, value]) => [name, textOf(value)]));
  return new Map(
    Object.entries(data.values).map(([name, value]) => {
      const standard = defaults.get(name) ?? '';
      return [name, { value: textOf(value), standard, schema: data.schemas[name] }];
    }),
  );
}

function differenceText(count: number): string {
  if (count === 0) return 'All assumptions have their defaults.';
  return `${countText(count, 'assumption differs', 'assumptions differ')} from the default.`;
}

function matches({ name, gap, section, client, fake, values }: AssumptionText, search: string): boolean {
  const text = [name, gap, section, client, fake, values].join('\n').toLowerCase();
  return text.includes(search.trim().toLowerCase());
}
