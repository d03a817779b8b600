import { Code } from '../../components/code.js';
import { useData } from '../../use-data.js';
import { useOverview } from '../../use-overview.js';

/** What an empty log shows: a command that sends the first request. */
export function FirstRequest() {
  const { data: overview } = useOverview();
  const { data: keys = [] } = useData('GET /keys', {}, ['keys']);
  const token = keys.find((key) => key.token !== undefined && !key.revoked)?.token;
  return (
    <>
      No requests yet.
      {overview && token !== undefined && (
        <Code
          label="curl"
          text={`curl ${overview.baseUrl}/api/v1/channels -H 'authorization: Bearer ${token}'`}
        />
      )}
    </>
  );
}
