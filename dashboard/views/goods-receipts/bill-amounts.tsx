import { useEffect, useState } from 'preact/hooks';
import type {
  CalculatedAmounts,
  GoodsReceiptAmounts,
} from '../../../src/emulator/contract/goods-receipts.js';
import type { FakeGoodsReceipt } from '../../../src/fake/index.js';
import { Field } from '../../components/field.js';
import { NumberInput } from '../../components/inputs.js';
import { formatMoney } from '../../components/values.js';
import { call } from '../../control-client.js';

/** The tax and the total on the supplier's bill. An empty one is calculated. */
export interface Bill {
  readonly tax?: number;
  readonly total?: number;
}

interface BillAmountsProps {
  bill: Bill | undefined;
  calculated: CalculatedAmounts | undefined;
  currency: string;
  onChange(bill: Bill): void;
}

export function BillAmounts({ bill, calculated, currency, onChange }: BillAmountsProps) {
  return (
    <div class="fields">
      {(['tax', 'total'] as const).map((name) => (
        <Field
          key={name}
          label={`${name === 'tax' ? 'Tax' : 'Total'} on the bill in ${currency}`}
          hint={calculated && hintOf(calculated[name], bill?.[name], currency)}
        >
          <NumberInput
            value={bill?.[name]}
            onInput={(amount) => {
              const { [name]: _, ...rest } = bill ?? {};
              onChange(amount === undefined ? rest : { ...rest, [name]: amount });
            }}
            min={0}
            step={0.01}
          />
        </Field>
      ))}
    </div>
  );
}

function hintOf(calculated: number, entered: number | undefined, currency: string): string {
  const sum = `Calculated: ${formatMoney(calculated, currency)}.`;
  const difference = Math.abs((entered ?? calculated) - calculated).toFixed(2);
  return difference === '0.00' ? sum : `${sum} The bill differs by ${difference}.`;
}

/** Returns the amounts on the bill of a receipt, and what the emulator calculates from the lines in the form. */
export function useBill(amounts: GoodsReceiptAmounts, receipt: FakeGoodsReceipt | undefined) {
  const [bill, setBill] = useState<Bill | undefined>(receipt ? undefined : {});
  const [calculated, setCalculated] = useState<CalculatedAmounts>();
  useEffect(() => {
    let ended = false;
    void call('POST /goods-receipts/calculate', { body: amounts }).then(
      (result) => {
        if (ended) return;
        setCalculated(result);
        setBill((bill) => bill ?? differences(receipt, result));
      },
      // The form is incomplete.
      () => !ended && setCalculated(undefined),
    );
    return () => {
      ended = true;
    };
  }, [JSON.stringify(amounts)]);
  return { bill, setBill, calculated };
}

/** Returns the amounts that staff entered, because the emulator calculates others. */
function differences(receipt: FakeGoodsReceipt | undefined, calculated: CalculatedAmounts): Bill {
  const { tax, total } = receipt ?? {};
  return {
    ...(typeof tax === 'number' && tax !== calculated.tax && { tax }),
    ...(typeof total === 'number' && total !== calculated.total && { total }),
  };
}
