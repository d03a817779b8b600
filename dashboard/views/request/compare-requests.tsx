import type { RequestView } from '../../../src/emulator/contract/requests.js';
import { type Compared, CompareWith, Comparison } from '../../components/comparison.js';
import { Loaded } from '../../components/loaded.js';
import { milliseconds, timeText } from '../../components/values.js';
import { useData } from '../../use-data.js';

/** Chooses the request to compare with, among the newest with the same method and path. */
export function CompareWithRequest({ request: { method, path, number } }: { request: RequestView }) {
  const query = { method, path: path.replace(/\?.*/, ''), limit: 100 };
  const { data = [] } = useData('GET /requests', { query }, ['requests']);
  const options = data
    .filter((other) => other.number !== number)
    .map(({ number, at, status }) => ({
      value: String(number),
      label: `Request ${number}: ${status ?? 'no response'} at ${timeText(at, true)}`,
    }));
  return <CompareWith options={options} />;
}

export function CompareRequests({ request, other }: { request: RequestView; other: string }) {
  const loaded = useData('GET /requests/{id}', { id: other }, ['requests']);
  return (
    <Loaded from={loaded}>
      {(data) => <Comparison one={comparedRequest(request)} other={comparedRequest(data)} />}
    </Loaded>
  );
}

function comparedRequest(request: RequestView): Compared {
  const { number, at, status, duration, keyLabel, idempotencyKey } = request;
  return {
    title: `Request ${number}`,
    facts: {
      Status: String(status ?? 'No response'),
      Time: timeText(at, true),
      Duration: milliseconds(duration),
      'API key': keyLabel ?? 'None',
      'Idempotency key': idempotencyKey ?? 'None',
    },
    texts: {
      'request body': request.requestBody,
      'response body': request.responseBody,
      'request headers': JSON.stringify(request.requestHeaders),
      'response headers': JSON.stringify(request.responseHeaders),
    },
  };
}
