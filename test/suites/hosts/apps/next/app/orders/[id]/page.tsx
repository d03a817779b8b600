import { notFound } from 'next/navigation';
import { NotFoundError, OutletClient } from 'outlet-open-api';

let outlet: OutletClient | undefined;

export default async function StatusPage({ params }: { params: Promise<{ id: string }> }) {
  outlet ??= new OutletClient();
  const { id } = await params;
  const order = await outlet.orders.get(id).catch((error: unknown) => {
    if (error instanceof NotFoundError) notFound();
    throw error;
  });
  return <p>Status: {order.status}</p>;
}
