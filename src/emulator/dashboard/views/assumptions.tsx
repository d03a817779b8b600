import { Page } from '../components/page.js';

export function Assumptions({ id }: { id?: string }) {
  return <Page title="Assumptions" lead={id} />;
}
