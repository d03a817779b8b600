import type { FakeGoodsReceipt } from '../../../src/fake/index.js';
import { Button } from '../../components/button.js';
import { ConfirmButton } from '../../components/dialog.js';
import { call } from '../../control-client.js';
import { useKeptFocus } from '../../focus.js';
import { useAction } from '../../use-action.js';

interface ReceiptActionsProps {
  receipt: FakeGoodsReceipt;
  onCorrect(): void;
}

/** The buttons of a goods receipt. The status decides which there are. */
export function ReceiptActions({ receipt, onCorrect }: ReceiptActionsProps) {
  const { id, goodsReceiptNumber: number, status } = receipt;
  const { run, busy } = useAction();
  const buttons = useKeptFocus<HTMLDivElement>();
  const canComplete = status === 'draft' || status === 'partiallyReceived';
  return (
    <div class="row" ref={buttons}>
      {canComplete && (
        <Button
          small
          busy={busy}
          label={`Complete ${number}`}
          onClick={() =>
            run(() => call('POST /goods-receipts/{id}/complete', { id }), `${number} is completed.`)
          }
        >
          Complete
        </Button>
      )}
      {status === 'completed' && (
        <ConfirmButton
          small
          kind="danger"
          busy={busy}
          label="Cancel receipt"
          accessibleLabel={`Cancel receipt ${number}`}
          question={`Cancel ${number}? You cannot correct it afterwards.`}
          onConfirm={() =>
            run(() => call('POST /goods-receipts/{id}/cancel', { id }), `${number} is cancelled.`)
          }
        />
      )}
      {status !== 'cancelled' && (
        <Button small label={`Correct ${number}`} onClick={onCorrect}>
          Correct
        </Button>
      )}
    </div>
  );
}
