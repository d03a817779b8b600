/** The use cases that an API key can have. API specification: Use cases. */
export const useCases = ['digital-ordering', 'reservations', 'order-data', 'inventory-management'] as const;

/**
 * The use case of an API key. It decides which webhooks the key receives. Accounting has no use case of its own: it uses an
 * `order-data` key. API specification: Use cases.
 */
export type UseCase = (typeof useCases)[number];
