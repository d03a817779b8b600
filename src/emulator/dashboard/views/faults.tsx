import { Page } from '../components/page.js';

export function Faults() {
  return <Page title="Faults and clock" />;
}
