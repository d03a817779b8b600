import type { FakeGoodsReceipt } from '../../../../fake/outlet/state.js';
import type { GoodsReceiptForm } from '../../../contract.js';
import { Button } from '../../components/button.js';
import { Field } from '../../components/field.js';
import { NumberInput, TextInput } from '../../components/inputs.js';

/** A line of a goods receipt while somebody edits it. An empty input is `undefined`. */
export interface Line {
  /** Identifies the line while the form is open. */
  readonly number: number;
  readonly quantity: number | undefined;
  readonly inventoryUom: string;
  readonly totalPrice: number | undefined;
  readonly discountAmount: number | undefined;
  readonly taxPercent: number | undefined;
}

export function newLine(number: number): Line {
  return {
    number,
    quantity: 1,
    inventoryUom: 'piece',
    totalPrice: undefined,
    discountAmount: 0,
    taxPercent: 20,
  };
}

export function lineOf(item: FakeGoodsReceipt['items'][number], number: number): Line {
  const { quantity, inventoryUom, totalPrice, discountAmount, taxRate } = item;
  return {
    number,
    quantity: typeof quantity === 'number' ? quantity : 1,
    inventoryUom: inventoryUom ?? '',
    totalPrice: totalPrice ?? undefined,
    discountAmount: discountAmount ?? 0,
    taxPercent: Math.round((taxRate ?? 0) * 1e6) / 1e4,
  };
}

export function sentLine(line: Line): GoodsReceiptForm['items'][number] {
  const { quantity = 1, inventoryUom, totalPrice = 0, discountAmount = 0, taxPercent = 0 } = line;
  // 7 / 100 is 0.07, but 7 * 0.01 is not.
  return { quantity, inventoryUom, totalPrice, discountAmount, taxRate: taxPercent / 100 };
}

interface LineFieldsProps {
  line: Line;
  /** Counts from 1. */
  position: number;
  currency: string;
  onChange(line: Line): void;
  onRemove(): void;
}

export function LineFields({ line, position, currency, onChange, onRemove }: LineFieldsProps) {
  return (
    <fieldset class="receipt-line">
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
