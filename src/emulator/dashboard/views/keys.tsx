import { Page } from '../components/page.js';

export function Keys() {
  return <Page title="API keys" />;
}
