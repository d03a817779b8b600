import type { RequestSummary } from '../../src/emulator/contract/requests.js';
import { Badge, HttpStatus } from '../components/badges.js';
import type { Column } from '../components/table.js';
import { milliseconds, Time } from '../components/values.js';
import { currentMark, linkTo } from '../location.js';
import { faultKinds } from './faults/fault-kinds.js';

/** The newest of the requests in a row that failed in the same way, with how many they are and the number of the oldest. */
export type FoldedRequest = RequestSummary & { count: number; oldest: number };

/** The status comes first, so that narrow windows show it with the reason. */
export const requestColumns: readonly Column<FoldedRequest>[] = [
  { header: 'Time', cell: ({ at }) => <Time at={at} exact />, isRowHeader: false },
  {
    header: 'Status',
    cell: (request) => (
      <>
        {request.count > 1 && `${request.count} × `}
        <RequestStatus request={request} />
      </>
    ),
  },
  {
    header: 'Request',
    cell: (request) => <RequestLink request={request} oldest={request.oldest} />,
    isRowHeader: true,
    clip: true,
  },
  { header: 'Duration', cell: ({ duration }) => milliseconds(duration), align: 'end' },
  { header: 'API key', cell: ({ keyLabel }) => keyLabel ?? <span class="muted">None</span> },
];

/** The method and path of a request, why it failed, and what is special about it. */
export function RequestLink({ request, oldest }: { request: RequestSummary; oldest?: number }) {
  const { number, method, path, reason } = request;
  return (
    <>
      <a
        title={path}
        href={linkTo('requests', String(number))}
        aria-current={currentMark('requests', number, oldest)}
      >
        <strong>{method}</strong> {path}
      </a>
      {reason !== undefined && <span class="reason small">{reason}</span>}
      {notesOf(request)}
    </>
  );
}

/** Requests that wait for their response have no duration. */
export function RequestStatus({ request: { status, duration } }: { request: RequestSummary }) {
  return status === null && duration === null ? <Badge>Waiting</Badge> : <HttpStatus status={status} />;
}

/** Returns what is special about a request; `undefined` if nothing is. */
export function notesOf({ isReplay, originalNumber, orderId, orderTitle, fault }: RequestSummary) {
  if (!isReplay && orderId === undefined && fault === undefined) return undefined;
  return (
    <span class="row">
      {isReplay && <Badge tone="info">Replay</Badge>}
      {originalNumber !== undefined && <a href={linkTo('requests', String(originalNumber))}>Original</a>}
      {fault !== undefined && <Badge tone="warning">Fault: {faultKinds[fault].name}</Badge>}
      {orderId !== undefined && (
        <a href={linkTo('orders', orderId)} title={orderId}>
          {orderTitle}
        </a>
      )}
    </span>
  );
}
