import { Page } from '../components/page.js';

export function Menu() {
  return <Page title="Menu" />;
}
