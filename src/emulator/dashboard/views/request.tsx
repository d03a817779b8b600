import { Page } from '../components/page.js';

export function RequestDetail({ id }: { id: string }) {
  return <Page title={`Request ${id}`} />;
}
