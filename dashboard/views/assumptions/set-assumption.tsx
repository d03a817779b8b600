import { useState } from 'preact/hooks';
import type { AssumptionsView } from '../../../src/emulator/contract/emulator.js';
import type { Body } from '../../../src/emulator/contract/index.js';
import { Badge } from '../../components/badges.js';
import { Button } from '../../components/button.js';
import { Field } from '../../components/field.js';
import { Form } from '../../components/form.js';
import { Select, TextInput } from '../../components/inputs.js';
import { call } from '../../control-client.js';
import { useAction } from '../../use-action.js';

/** An assumption that an option changes. */
export interface AssumptionOption {
  /** The value, and the default value, as JSON or as text without quotation marks. */
  readonly value: string;
  readonly standard: string;
  readonly schema: AssumptionsView['schemas'][string] | undefined;
}

export function isChanged(option: AssumptionOption | undefined): boolean {
  return option !== undefined && option.value !== option.standard;
}

/** Returns a value as it is shown and typed. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

interface SetAssumptionProps {
  name: string;
  option: AssumptionOption;
}

/** The value of an assumption, which changes at once if the reader chooses another one. */
export function SetAssumption({ name, option }: SetAssumptionProps) {
  const { value, standard, schema } = option;
  const { run, busy } = useAction();
  const choices = choicesOf(schema, value);

  function set(text: string): void {
    const body = { [name]: isText(schema) && !text.startsWith('{') ? text : parsed(text) };
    void run(() => call('PATCH /assumptions', { body }), `${name} is ${text}.`);
  }

  return (
    <div class="toolbar">
      {choices ? (
        <Field label={name}>
          <Select
            value={value}
            onChange={set}
            options={choices.map((choice) => ({ value: choice, label: choice }))}
          />
        </Field>
      ) : (
        <TypedValue key={value} name={name} value={value} busy={busy} onSet={set} />
      )}
      {isChanged(option) ? (
        <>
          <Badge tone="warning">Differs from the default</Badge>
          <Button
            small
            kind="plain"
            busy={busy}
            label={`Use default of ${name}`}
            onClick={() => set(standard)}
          >
            Use default
          </Button>
        </>
      ) : (
        <Badge>Default</Badge>
      )}
    </div>
  );
}

interface TypedValueProps {
  name: string;
  value: string;
  busy: boolean;
  onSet(text: string): void;
}

/** A value that the reader types: a name, a number, or JSON. */
function TypedValue({ name, value, busy, onSet }: TypedValueProps) {
  const [text, setText] = useState(value);
  return (
    <Form class="toolbar" onSubmit={() => !busy && onSet(text)}>
      <Field label={name}>
        <TextInput value={text} onInput={setText} required />
      </Field>
      <Button small type="submit" busy={busy} label={`Set ${name}`}>
        Set
      </Button>
    </Form>
  );
}

/** Returns the values of a schema, with the current one; `undefined` if there are too many to list. */
function choicesOf(schema: AssumptionOption['schema'], value: string): readonly string[] | undefined {
  const one = forAllLists(schema);
  const choices = one.type === 'boolean' && !one.const ? ['false', 'true'] : one.enum?.map(textOf);
  // A value for each list is an object, which a file or a program has set.
  return choices && [...new Set([...choices, value])];
}

function isText(schema: AssumptionOption['schema']): boolean {
  return forAllLists(schema).type === 'string';
}

/** Returns the schema of a value for all lists, if there can also be one for each list. */
function forAllLists(schema: AssumptionOption['schema'] = {}) {
  if (typeof schema !== 'object') return {};
  const [first, second] = schema.anyOf ?? [];
  const isPerList = typeof second === 'object' && second.type === 'object';
  return isPerList && typeof first === 'object' ? first : schema;
}

/** Names can be without quotation marks, as in the options of the command line. */
function parsed(text: string): Body<'PATCH /assumptions'>[string] {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
