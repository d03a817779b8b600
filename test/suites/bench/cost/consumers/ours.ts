import { OutletClient, RateLimitError } from 'outlet-open-api';

const outlet = new OutletClient({ baseUrl: 'https://pos.example', accessToken: 'key' });
export async function statusOf(id: string): Promise<string> {
  const order = await outlet.orders.get(id).catch((error: unknown) => {
    if (error instanceof RateLimitError) console.log(error.retryAfter);
    throw error;
  });
  return order.status ?? 'unknown';
}
