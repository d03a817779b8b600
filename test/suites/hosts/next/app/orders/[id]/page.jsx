import { client } from '../../../outlet.js';

/** A status page. */
export default async function Page({ params }) {
  const { id } = await params;
  const order = await client().orders.get(id);
  return <p>{order.status}</p>;
}
