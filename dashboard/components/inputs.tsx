import { useId, useState } from 'preact/hooks';
import { useField } from './field.js';

interface TextInputProps {
  value: string;
  onInput(value: string): void;
  type?: 'text' | 'search' | 'url' | 'tel';
  required?: boolean;
  placeholder?: string;
  /** The accessible name, if no `<Field>` is around the input. */
  label?: string;
}

export function TextInput({ value, onInput, type = 'text', required, placeholder, label }: TextInputProps) {
  return (
    <input
      {...useField()}
      class="input"
      type={type}
      // Preact's types accept several input types only together with `list`.
      list={undefined}
      value={value}
      required={required}
      placeholder={placeholder}
      aria-label={label}
      autocomplete="off"
      spellcheck={false}
      onInput={(event) => onInput(event.currentTarget.value)}
    />
  );
}

interface NumberInputProps {
  value: number | undefined;
  /** Receives `undefined` while the input is empty or not a number. */
  onInput(value: number | undefined): void;
  min?: number;
  max?: number;
  /** Default: any number. */
  step?: number;
  required?: boolean;
  label?: string;
}

export function NumberInput({ value, onInput, min, max, step, required, label }: NumberInputProps) {
  // The text stays as typed, such as "1." on the way to "1.5".
  const [text, setText] = useState(textOf(value));
  const shown = numberIn(text) === value ? text : textOf(value);
  return (
    <input
      {...useField()}
      class="input number"
      type="number"
      value={shown}
      min={min}
      max={max}
      step={step ?? 'any'}
      required={required}
      aria-label={label}
      onInput={(event) => {
        setText(event.currentTarget.value);
        onInput(numberIn(event.currentTarget.value));
      }}
    />
  );
}

function textOf(value: number | undefined): string {
  return value === undefined ? '' : String(value);
}

function numberIn(text: string): number | undefined {
  return text === '' || Number.isNaN(Number(text)) ? undefined : Number(text);
}

interface SelectProps<Value extends string> {
  value: Value;
  onChange(value: Value): void;
  options: readonly { readonly value: Value; readonly label: string }[];
  required?: boolean;
  label?: string;
}

export function Select<Value extends string>({
  value,
  onChange,
  options,
  required,
  label,
}: SelectProps<Value>) {
  return (
    <select
      {...useField()}
      class="input"
      value={value}
      required={required}
      aria-label={label}
      onChange={(event) => {
        const chosen = options[event.currentTarget.selectedIndex];
        if (chosen !== undefined) onChange(chosen.value);
      }}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value} selected={option.value === value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

interface CheckboxProps {
  label: string;
  checked: boolean;
  onChange(checked: boolean): void;
}

export function Checkbox({ label, checked, onChange }: CheckboxProps) {
  const id = useId();
  return (
    <div class="checkbox">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <label for={id}>{label}</label>
    </div>
  );
}
