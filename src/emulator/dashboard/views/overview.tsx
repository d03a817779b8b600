import { Page } from '../components/page.js';

export function Overview() {
  return <Page title="Overview" />;
}
