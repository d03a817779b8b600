import { Page } from '../components/page.js';

export function OrderDetail({ id }: { id: string }) {
  return <Page title={`Order ${id}`} />;
}
