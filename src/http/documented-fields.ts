/**
 * The fields of requests that the specification names, and whether an error may show their values where the service echoes them:
 * those that name or count things. Whatever else a request carries can be a guest's data, and is masked.
 */
const mayBeShown: Readonly<Record<string, boolean>> = {
  action: true,
  actorId: true,
  actorType: true,
  amount: true,
  appliedDiscounts: false,
  channelId: true,
  channelType: true,
  created: true,
  currency: true,
  customerName: false,
  email: false,
  externalId: true,
  externalOrderSource: true,
  firstName: false,
  from: true,
  guestCount: true,
  itemImage: false,
  items: false,
  lastName: false,
  menuItemId: true,
  menuItems: false,
  merchantId: true,
  name: false,
  note: false,
  number: true,
  offlineMethod: true,
  optionId: true,
  options: false,
  orderDate: true,
  orderId: true,
  outletId: true,
  paidAt: true,
  partnerChannel: true,
  partnerInfo: false,
  partnerName: true,
  partnerReservationInfo: false,
  payments: false,
  phoneNumber: false,
  photos: false,
  quantity: true,
  receiptNumber: true,
  reservationId: true,
  search: false,
  status: true,
  supplierId: true,
  to: true,
};

export function isDocumentedField(name: string): boolean {
  return Object.hasOwn(mayBeShown, name);
}

/** Even a field that may be shown can hold what it should not: then it does not look like an identifier. */
export function isShownValue(field: string, value: string): boolean {
  return isDocumentedField(field) && mayBeShown[field] === true && /^\w[\w.:+-]{0,63}$/.test(value);
}
