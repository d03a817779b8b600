import { Page } from '../components/page.js';

export function RateLimit() {
  return <Page title="Rate limit" />;
}
