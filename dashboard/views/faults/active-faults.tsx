import type { FaultView } from '../../../src/emulator/contract/faults.js';
import { Button } from '../../components/button.js';
import { Loaded } from '../../components/loaded.js';
import { Section } from '../../components/page.js';
import { actionsColumn, Table } from '../../components/table.js';
import { formatDuration } from '../../components/values.js';
import { call } from '../../control-client.js';
import { focusHeading, useKeptFocus } from '../../focus.js';
import { useAction } from '../../use-action.js';
import { useData } from '../../use-data.js';
import { faultKinds } from './fault-kinds.js';

export function ActiveFaults() {
  const faults = useData('GET /faults', {}, ['faults']);
  // A fault can end while its button has the focus.
  const table = useKeptFocus<HTMLDivElement>();
  return (
    <Section
      title="Active faults"
      actions={
        (faults.data?.length ?? 0) > 1 && (
          <Remove text="Remove all" done="All faults are removed." remove={() => call('DELETE /faults')} />
        )
      }
    >
      <Loaded from={faults}>
        {(rows) => (
          <div ref={table}>
            <Table
              caption="Active faults"
              rows={rows}
              keyOf={({ id }) => id}
              empty="No fault is active. Requests get their usual responses."
              columns={[
                { header: 'Fault', cell: ({ fault }) => nameOf(fault) },
                { header: 'Operation', cell: ({ fault }) => operationOf(fault) },
                { header: 'Requests', cell: ({ fault }) => extentOf(fault) },
                { header: 'Used', cell: ({ used }) => used.toLocaleString(), align: 'end' },
                {
                  header: 'Left',
                  cell: ({ left, fault }) =>
                    left?.toLocaleString() ?? (fault.lasting === undefined ? 'No end' : ''),
                  align: 'end',
                },
                actionsColumn(({ id, fault }: FaultView) => (
                  <Remove
                    text="Remove"
                    label={`Remove ${nameOf(fault)}: ${operationOf(fault)}`}
                    done={`${nameOf(fault)} is removed.`}
                    remove={() => call('DELETE /faults/{id}', { id })}
                  />
                )),
              ]}
            />
          </div>
        )}
      </Loaded>
    </Section>
  );
}

interface RemoveProps {
  text: string;
  label?: string;
  done: string;
  remove(): Promise<unknown>;
}

function Remove({ text, label, done, remove }: RemoveProps) {
  const { run, busy } = useAction();
  return (
    <Button
      small
      busy={busy}
      label={label}
      onClick={async () => {
        if (await run(remove, done)) focusHeading();
      }}
    >
      {text}
    </Button>
  );
}

function nameOf({ fault, delay }: FaultView['fault']): string {
  const { name } = faultKinds[fault];
  return delay === undefined ? name : `${name}, ${delay.toLocaleString()} ms`;
}

function operationOf({ method, path }: FaultView['fault']): string {
  return method === undefined && path === undefined ? 'All operations' : `${method ?? 'Any'} ${path ?? ''}`;
}

function extentOf({ times, share, lasting }: FaultView['fault']): string {
  if (lasting !== undefined) return `For ${formatDuration(lasting)}`;
  if (share !== undefined && share < 1) return `${Math.round(share * 1_000) / 10} % of all requests`;
  if (times === null) return 'All requests';
  return times === 1 ? 'The next request' : `The next ${times?.toLocaleString()} requests`;
}
