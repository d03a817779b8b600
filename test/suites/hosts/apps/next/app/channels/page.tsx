import { OutletClient } from 'outlet-open-api';

/** A page that Next.js would prerender in its build, if the client did not read live data. */
export default async function Page() {
  const channels = await new OutletClient().channels.list();
  return <p>{channels.map(({ id }) => id).join()}</p>;
}
