const separators = '[ ().-]*';
/** A country code and a number, with any separators. */
const phoneNumber = `^${separators}\\+${separators}[1-9](${separators}\\d){4,14}${separators}$`;

/** What a request requires of a field besides its type, by the schema and the field. The fake requires the same. */
export const bounds: Readonly<Record<string, object>> = {
  'BaseMenuPhotoParams.itemImage': { pattern: '^https://' },
  'MenuGetParams.channelType': { minLength: 1 },
  'OrderCreateParams.items': { minItems: 1 },
  'OrderImportParams.externalOrderSource': { minLength: 1 },
  'OrderItemOptionParams.quantity': { minimum: 1 },
  'OrderItemParams.quantity': { minimum: 1 },
  'PartnerReservationInfoParams.phoneNumber': { pattern: phoneNumber },
  'ReservationChanges.guestCount': { minimum: 1 },
  'ReservationCreateParams.guestCount': { minimum: 1 },
  'ReservationInfoChanges.phoneNumber': { pattern: phoneNumber },
};

/** Fields that a schema of the SDK leaves open, because the API specification does not define their names. */
export const openFields: Readonly<Record<string, object>> = {
  AppliedDiscountParams: {
    amount: {
      description: 'The amount in units of the currency, with at most 2 decimal places.',
      type: 'number',
      minimum: 0,
    },
  },
};
