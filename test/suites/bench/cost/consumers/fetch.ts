interface Order {
  id: string;
  status: string;
}

async function orderOf(id: string): Promise<Order> {
  const response = await fetch(`https://pos.example/api/v1/orders/${id}`);
  const order: Order = await response.json();
  return order;
}
export const status: Promise<string> = orderOf('o-1').then((order) => order.status);
