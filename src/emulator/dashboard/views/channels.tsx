import { Page } from '../components/page.js';

export function Channels() {
  return <Page title="Channels" />;
}
