import type { GoodsReceiptForm } from '../../../src/emulator/contract/goods-receipts.js';
import type { FakeGoodsReceipt } from '../../../src/fake/index.js';
import { Button } from '../../components/button.js';
import { Field } from '../../components/field.js';
import { NumberInput, TextInput } from '../../components/inputs.js';
import type { Line } from '../../use-lines.js';

/** The inputs of a line of a goods receipt. An empty number is `undefined`. */
interface LineInputs {
  readonly quantity: number | undefined;
  readonly inventoryUom: string;
  readonly totalPrice: number | undefined;
  readonly discountAmount: number | undefined;
  readonly taxPercent: number | undefined;
}

export const newLine: LineInputs = {
  quantity: 1,
  inventoryUom: 'piece',
  totalPrice: undefined,
  discountAmount: 0,
  taxPercent: 20,
};

export function lineOf(item: FakeGoodsReceipt['items'][number]): LineInputs {
  const { quantity, inventoryUom, totalPrice, discountAmount, taxRate } = item;
  return {
    quantity: typeof quantity === 'number' ? quantity : 1,
    inventoryUom: inventoryUom ?? '',
    totalPrice: totalPrice ?? undefined,
    discountAmount: discountAmount ?? 0,
    taxPercent: Math.round((taxRate ?? 0) * 1e6) / 1e4,
  };
}

export function sentLine(line: LineInputs): GoodsReceiptForm['items'][number] {
  const { quantity = 1, inventoryUom, totalPrice = 0, discountAmount = 0, taxPercent = 0 } = line;
  // 7 / 100 is 0.07, but 7 * 0.01 is not.
  return { quantity, inventoryUom, totalPrice, discountAmount, taxRate: taxPercent / 100 };
}

interface LineFieldsProps {
  line: Line<LineInputs>;
  /** Counts from 1. */
  position: number;
  currency: string;
  onChange(line: Line<LineInputs>): void;
  onRemove(): void;
}

export function LineFields({ line, position, currency, onChange, onRemove }: LineFieldsProps) {
  const numbers = [
    ['quantity', 'Quantity', {}],
    ['totalPrice', `Amount in ${currency}`, { step: 0.01 }],
    ['discountAmount', `Line discount in ${currency}`, { step: 0.01 }],
    ['taxPercent', 'Tax rate in %', { max: 100 }],
  ] as const;
  return (
    <fieldset class="form-lines">
      <legend>Line {position}</legend>
      <div class="fields">
        <Field label="Unit">
          <TextInput
            value={line.inventoryUom}
            onInput={(inventoryUom) => onChange({ ...line, inventoryUom })}
          />
        </Field>
        {numbers.map(([name, label, bounds]) => (
          <Field key={name} label={label}>
            <NumberInput
              value={line[name]}
              onInput={(number) => onChange({ ...line, [name]: number })}
              min={0}
              {...bounds}
              required
            />
          </Field>
        ))}
      </div>
      <Button kind="plain" small label={`Remove line ${position}`} onClick={onRemove}>
        Remove
      </Button>
    </fieldset>
  );
}
