/** All use cases of the specification. */
export const useCases = ['digital-ordering', 'reservations', 'order-data', 'inventory-management'] as const;

/**
 * What an API key is for. It decides which webhooks the key receives. Accounting is no use case of its own: it uses an `order-data`
 * key. Specification: "Use cases".
 */
export type UseCase = (typeof useCases)[number];
