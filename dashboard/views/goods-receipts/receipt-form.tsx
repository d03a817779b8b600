import { useState } from 'preact/hooks';
import type { GoodsReceiptAmounts, GoodsReceiptForm } from '../../../src/emulator/contract/goods-receipts.js';
import type { FakeGoodsReceipt } from '../../../src/fake/index.js';
import { Button } from '../../components/button.js';
import { Field } from '../../components/field.js';
import { DialogForm } from '../../components/form.js';
import { Checkbox, NumberInput, TextInput } from '../../components/inputs.js';
import { call } from '../../control-client.js';
import { useLines } from '../../use-lines.js';
import { BillAmounts, useBill } from './bill-amounts.js';
import { LineFields, lineOf, newLine, sentLine } from './receipt-line.js';

interface ReceiptFormProps {
  /** The receipt to correct. Default: a new draft. */
  receipt?: FakeGoodsReceipt;
  currency: string;
  onClose(): void;
}

export function ReceiptForm({ receipt, currency, onClose }: ReceiptFormProps) {
  const [supplierName, setSupplierName] = useState(receipt?.supplier?.name ?? '');
  const [discount, setDiscount] = useState<number | undefined>(receipt?.discount ?? 0);
  const [shippingFee, setShippingFee] = useState<number | undefined>(receipt?.shippingFee ?? 0);
  const [isTaxInclusive, setIsTaxInclusive] = useState(receipt?.isTaxInclusive ?? false);
  const { lines, add, change, remove, element } = useLines(receipt?.items.map(lineOf) ?? [newLine]);
  const amounts: GoodsReceiptAmounts = {
    discount: discount ?? 0,
    shippingFee: shippingFee ?? 0,
    isTaxInclusive,
    items: lines.map(sentLine),
  };
  const { bill, setBill, calculated } = useBill(amounts, receipt);

  async function save(): Promise<void> {
    const body: GoodsReceiptForm = { supplierName, ...amounts, ...bill };
    if (receipt) await call('PUT /goods-receipts/{id}', { id: receipt.id, body });
    else await call('POST /goods-receipts', { body });
  }

  return (
    <DialogForm
      submitLabel={receipt ? 'Save correction' : 'Save draft'}
      done={
        receipt
          ? `${receipt.goodsReceiptNumber} is corrected.`
          : 'The draft is saved. The API does not list drafts by default.'
      }
      onSubmit={save}
      onClose={onClose}
    >
      <Field label="Supplier">
        <TextInput value={supplierName} onInput={setSupplierName} required />
      </Field>
      <div class="fields">
        <Field label={`Discount in ${currency}`}>
          <NumberInput value={discount} onInput={setDiscount} min={0} step={0.01} required />
        </Field>
        <Field label={`Shipping fee in ${currency}`}>
          <NumberInput value={shippingFee} onInput={setShippingFee} min={0} step={0.01} required />
        </Field>
      </div>
      <Checkbox label="Amounts of lines include tax" checked={isTaxInclusive} onChange={setIsTaxInclusive} />
      <fieldset class="form-lines" ref={element}>
        <legend class="visually-hidden">Lines</legend>
        {lines.map((line, index) => (
          <LineFields
            key={line.number}
            line={line}
            position={index + 1}
            currency={currency}
            onChange={change}
            onRemove={() => remove(line)}
          />
        ))}
        <Button small onClick={() => add(newLine)}>
          Add line
        </Button>
      </fieldset>
      <BillAmounts bill={bill} calculated={calculated} currency={currency} onChange={setBill} />
    </DialogForm>
  );
}
