/**
 * What an API key is for. It decides which webhooks the key receives. Accounting is no use case of its own: it uses an `order-data`
 * key. Specification: "Use cases".
 */
export type UseCase = 'digital-ordering' | 'reservations' | 'order-data' | 'inventory-management';
