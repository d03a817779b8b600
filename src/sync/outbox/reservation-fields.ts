import type { Order } from '../../entities/order.js';
import type { ReservationChanges } from '../../entities/reservation.js';
import { assertValid } from '../../errors/request-validation-error.js';
import { updateReservation } from '../../operations/index.js';
import { assertBody, rejectIssues } from '../../operations/request-body.js';
import { unknownNames } from '../../options/read-options.js';

const infoFields = ['firstName', 'lastName', 'email', 'phoneNumber', 'note'] as const;

/** The fields of a reservation that can change, without nesting, so that each is merged and compared by itself. */
export interface FieldValues extends Partial<Record<(typeof infoFields)[number], string | undefined>> {
  readonly channelId?: string | undefined;
  readonly guestCount?: number | undefined;
}

const fields = ['channelId', 'guestCount', ...infoFields] as const;

/** Returns the fields of a reservation, or of changes. */
export function fieldsOf({
  channelId,
  guestCount,
  partnerReservationInfo,
}: Order | ReservationChanges): FieldValues {
  const values: Record<string, unknown> = { channelId, guestCount };
  for (const name of infoFields) values[name] = partnerReservationInfo?.[name];
  return definedIn(values);
}

/** Returns the fields of changes. @throws {@link RequestValidationError} if there are none, or others */
export function checkedFieldsOf(changes: ReservationChanges): FieldValues {
  const notChanged = 'The reservation was not changed';
  const { status, partnerReservationInfo, ...others } = changes;
  const values = fieldsOf(changes);
  assertValid(notChanged, {
    changes: Object.keys(values).length > 0 || 'must contain a field to change',
    status: status === undefined || 'cannot be changed: use cancel()',
  });
  assertBody(notChanged, updateReservation, changes);
  rejectIssues(notChanged, [
    ...unknownNames(others, ['channelId', 'guestCount'], 'a field that can change'),
    ...unknownNames(
      partnerReservationInfo ?? {},
      infoFields,
      'a field of partnerReservationInfo that can change',
    ),
  ]);
  return values;
}

/** Returns fields as `reservations.update` takes them. */
export function changesOf({ channelId, guestCount, ...info }: FieldValues): ReservationChanges {
  const partnerReservationInfo = Object.keys(definedIn(info)).length > 0 ? info : undefined;
  return definedIn({ channelId, guestCount, partnerReservationInfo });
}

/** An attempt to change a reservation whose outcome is unknown. */
export interface ChangeAttempt {
  readonly before: FieldValues;
  readonly sent: FieldValues;
}

/**
 * Returns the changes to send, if the outlet has `current` values. Leaves out those that the outlet has, and those of an earlier attempt
 * if the staff has changed the field since.
 */
export function changesToSend(
  changes: FieldValues,
  current: FieldValues,
  earlier?: ChangeAttempt,
): FieldValues {
  return pick(changes, (name) => {
    const isRepeat = earlier !== undefined && earlier.sent[name] === changes[name];
    const isChangedByStaff = isRepeat && current[name] !== earlier.before[name];
    return current[name] !== changes[name] && !isChangedByStaff;
  });
}

/** Returns the changes without those that were sent, unless they have changed again since. */
export function withoutSent(changes: FieldValues, sent: FieldValues): FieldValues | undefined {
  const left = pick(changes, (name) => changes[name] !== sent[name]);
  return Object.keys(left).length > 0 ? left : undefined;
}

function pick(values: FieldValues, isWanted: (name: (typeof fields)[number]) => boolean): FieldValues {
  return definedIn(Object.fromEntries(fields.filter(isWanted).map((name) => [name, values[name]])));
}

function definedIn(values: object) {
  const isDefined = ([, value]: [string, unknown]) => value !== undefined && value !== null;
  return Object.fromEntries(Object.entries(values).filter(isDefined));
}
