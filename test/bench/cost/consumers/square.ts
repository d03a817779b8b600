import { SquareClient, SquareError } from 'square';

const square = new SquareClient({ baseUrl: 'https://pos.example', token: 'key' });
export async function statusOf(orderId: string): Promise<string> {
  const { order } = await square.orders.get({ orderId }).catch((error: unknown) => {
    if (error instanceof SquareError) console.log(error.statusCode);
    throw error;
  });
  return order?.state ?? 'unknown';
}
