import { Page } from '../components/page.js';

export function Requests() {
  return <Page title="Requests" />;
}
