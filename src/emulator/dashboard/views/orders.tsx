import { Page } from '../components/page.js';

export function Orders() {
  return <Page title="Orders" />;
}
