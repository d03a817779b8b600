import { Page } from '../components/page.js';

export function OutletDetails() {
  return <Page title="Outlet details" />;
}
