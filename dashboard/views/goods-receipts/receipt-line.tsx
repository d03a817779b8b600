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
  return (
    <fieldset class="form-lines">
      <legend>Line {position}</legend>
      <div class="fields">
        <Field label="Quantity">
          <NumberInput
            value={line.quantity}
            onInput={(quantity) => onChange({ ...line, quantity })}
            min={0}
            required
          />
        </Field>
        <Field label="Unit">
          <TextInput
            value={line.inventoryUom}
            onInput={(inventoryUom) => onChange({ ...line, inventoryUom })}
          />
        </Field>
        <Field label={`Amount in ${currency}`}>
          <NumberInput
            value={line.totalPrice}
            onInput={(totalPrice) => onChange({ ...line, totalPrice })}
            min={0}
            step={0.01}
            required
          />
        </Field>
        <Field label={`Line discount in ${currency}`}>
          <NumberInput
            value={line.discountAmount}
            onInput={(discountAmount) => onChange({ ...line, discountAmount })}
            min={0}
            step={0.01}
            required
          />
        </Field>
        <Field label="Tax rate in %">
          <NumberInput
            value={line.taxPercent}
            onInput={(taxPercent) => onChange({ ...line, taxPercent })}
            min={0}
            max={100}
            required
          />
        </Field>
      </div>
      <Button kind="plain" small label={`Remove line ${position}`} onClick={onRemove}>
        Remove
      </Button>
    </fieldset>
  );
}
