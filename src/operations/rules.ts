import type { Issue } from '../errors/issue.js';
import { parseInstant } from '../instants.js';
import { isRecord } from '../json.js';
import { isText } from '../options/checks.js';
import { unknownNames } from '../options/read-options.js';

/** The query and body of a call, as they will be sent. */
interface UncheckedInput {
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
  /** The typed fields of both, without the options `query` and `extraBody`. */
  readonly typed: Readonly<Record<string, unknown>>;
}

/** Checks a rule of the specification. Returns what is wrong with the input. */
export type Rule = (input: UncheckedInput) => readonly Issue[];

/** API specification: Endpoints › `GET /orders`, `GET /orders/action-logs`, `GET /inventory/goods-receipts`. */
export const rangeIsOrdered: Rule = ({ query = {}, typed }) => {
  const issues = (['from', 'to'] as const)
    .filter((bound) => parseInstant(query[bound]) === undefined)
    .map((bound) => ({
      path: bound,
      message:
        (query[bound] ?? typed[bound]) == null
          ? 'is required, unless you pass resumeFrom'
          : 'must be a valid Date or an RFC 3339 string such as 2026-01-01T00:00:00Z',
    }));
  if (issues.length > 0) return issues;
  const from = parseInstant(query.from) ?? 0;
  const to = parseInstant(query.to, 'up') ?? 0;
  return from > to
    ? [
        {
          path: 'from',
          message: 'must not be after `to`, which is now or the end of the resumed list unless you pass it',
        },
      ]
    : [];
};

/** Requires one of the documented values of a field. The options `query` and `extraBody` can pass other values. */
export const allows = (field: string, ...values: readonly unknown[]): Rule => {
  return ({ typed }) =>
    issuesUnless(typed[field] === undefined || values.includes(typed[field]), field, values);
};

/** Requires documented values of a field that can also be a list. */
export const allowsEach = (field: string, ...values: readonly unknown[]): Rule => {
  return ({ typed }) =>
    issuesUnless(
      [typed[field] ?? []].flat().every((value) => values.includes(value)),
      field,
      values,
    );
};

/** Rejects parameters that are not documented. The option `query` can pass them. */
export const takesOnly = <Params>(names: Readonly<Record<keyof Params, true>>): Rule => {
  const advice = 'Pass options in the last argument, and undocumented parameters in its `query`';
  return ({ typed }) => unknownNames(typed, Object.keys(names), 'a documented parameter', advice);
};

function issuesUnless(isValid: boolean, path: string, values: readonly unknown[]): Issue[] {
  const message = `must be ${values.length === 1 ? '' : 'one of '}${values.join(', ')}`;
  return isValid ? [] : [{ path, message }];
}

/** API specification: Endpoints › `GET /menus`. */
export const partnerChannelGoesWithPartner: Rule = ({ query = {} }) => {
  const issues: Issue[] = [];
  if (!isText(query.channelType)) issues.push({ path: 'channelType', message: 'must be a non-empty string' });
  if (query.channelType === 'partner' && !isText(query.partnerChannel)) {
    issues.push({ path: 'partnerChannel', message: 'is required if channelType is partner' });
  }
  return issues;
};

/** API specification: Endpoints › `PUT /orders/reservations/{id}`, rule 1. */
export const cancelStandsAlone: Rule = ({ body }) => {
  if (!isRecord(body) || body.status !== 'cancelled') return [];
  return Object.keys(body)
    .filter((field) => field !== 'status' && body[field] !== undefined)
    .map((field) => ({ path: field, message: 'cannot be combined with status cancelled' }));
};

/** API specification: Endpoints › `PUT /orders/reservations/{id}`, rule 2. */
export const reservationIdentityIsFixed: Rule = ({ body }) => {
  const info = isRecord(body) ? body.partnerReservationInfo : undefined;
  if (!isRecord(info)) return [];
  return ['partnerName', 'reservationId']
    .filter((field) => info[field] !== undefined)
    .map((field) => ({
      path: `partnerReservationInfo.${field}`,
      message: 'cannot be changed after creation',
    }));
};

/** API specification: Endpoints › `POST /orders/import`. */
export const importNamesItsSource: Rule = ({ body }) =>
  isRecord(body) && isText(body.externalOrderSource)
    ? []
    : [
        {
          path: 'externalOrderSource',
          message: 'is required: the name of the POS that the order comes from',
        },
      ];

/** API specification: Resources and their fields, timestamps in bodies. */
export const importTimesAreIso: Rule = ({ body }) =>
  isRecord(body) ? timesAt(body, ['orderDate', 'paidAt'], '') : [];

/** API specification: Resources and their fields, timestamps in bodies. */
export const paymentTimesAreIso: Rule = ({ body }) => {
  const payments: unknown[] = isRecord(body) && Array.isArray(body.payments) ? body.payments : [];
  return payments.flatMap((payment, index) =>
    isRecord(payment) ? timesAt(payment, ['created'], `payments[${index}].`) : [],
  );
};

function timesAt(holder: Record<string, unknown>, fields: readonly string[], prefix: string): Issue[] {
  return fields
    .filter((field) => holder[field] !== undefined && parseInstant(holder[field]) === undefined)
    .map((field) => ({
      path: prefix + field,
      message: 'must be a Date or an ISO 8601 string such as 2026-01-01T00:00:00.000Z',
    }));
}
