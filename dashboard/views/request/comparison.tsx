import type { RequestView } from '../../../src/emulator/contract/requests.js';
import { Code } from '../../components/code.js';
import { SelectFilter } from '../../components/filters.js';
import { jsonLines } from '../../components/json-lines.js';
import { Section } from '../../components/page.js';
import { Facts, milliseconds, timeText } from '../../components/values.js';
import { useData } from '../../use-data.js';
import { RequestStatus } from '../request-table.js';

/** Chooses the request to compare with, among the newest with the same method and path. */
export function CompareWith({ request: { method, path, number } }: { request: RequestView }) {
  const query = { method, path: path.replace(/\?.*/, ''), limit: 100 };
  const { data = [] } = useData('GET /requests', { query }, ['requests']);
  const others = data.filter((other) => other.number !== number);
  if (others.length === 0) return null;
  return (
    <SelectFilter
      name="with"
      label="Compare with"
      all="Nothing"
      options={others.map(({ number, at, status }) => ({
        value: String(number),
        label: `Request ${number}: ${status ?? 'no response'} at ${timeText(at, true)}`,
      }))}
    />
  );
}

/** Two requests beside each other, with what differs marked. */
export function Comparison({ request, other }: { request: RequestView; other: string }) {
  const { data } = useData('GET /requests/{id}', { id: other }, ['requests']);
  if (data === undefined) return null;
  return (
    <div class="beside">
      <Compared request={request} other={data} />
      <Compared request={data} other={request} />
    </div>
  );
}

function Compared({ request, other }: { request: RequestView; other: RequestView }) {
  const { number, at, duration, keyLabel, idempotencyKey = 'None' } = request;
  const isSameKey = request.idempotencyKey === other.idempotencyKey;
  const [mine, others] = [textsOf(request), textsOf(other)];
  return (
    <Section title={`Request ${number}`}>
      <Facts
        facts={[
          ['Status', <RequestStatus key="status" request={request} />],
          ['Time', timeText(at, true)],
          ['Duration', milliseconds(duration)],
          ['API key', keyLabel ?? 'None'],
          ['Idempotency key', isSameKey ? idempotencyKey : <mark key="key">{idempotencyKey}</mark>],
        ]}
      />
      {Object.entries(mine).map(([label, text]) => (
        <Code key={label} label={label} text={text} marked={differingPaths(text, others[label] ?? '')} />
      ))}
    </Section>
  );
}

function textsOf(request: RequestView): Record<string, string> {
  return {
    'Request body': request.requestBody,
    'Response body': request.responseBody,
    'Request headers': JSON.stringify(request.requestHeaders),
    'Response headers': JSON.stringify(request.responseHeaders),
  };
}

/** Returns the paths of the lines that the other text does not have. */
function differingPaths(text: string, other: string): string[] {
  const keyOf = ({ path, text }: { path: string; text: string }) => `${path}\n${text.replace(/,$/, '')}`;
  const known = new Set(jsonLines(other).map(keyOf));
  return jsonLines(text)
    .filter((line) => !known.has(keyOf(line)))
    .map(({ path }) => path);
}
