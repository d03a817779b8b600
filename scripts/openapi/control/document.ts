import { topics } from '../../../src/emulator/contract/index.js';
import { readText } from '../../docs/pages.js';
import type { JsonObject } from '../schemas.js';
import { baseUrl, createExamples } from './examples.js';
import { emulatorGroup, outletGroups } from './groups.js';
import { paths } from './operations.js';
import { errorSchema, errorsOf, responses } from './responses.js';

/** Returns the OpenAPI document of the control API, with examples from responses of the emulator. */
export async function controlApi(): Promise<string> {
  const examples = await createExamples();
  const { license }: { license: string } = JSON.parse(readText('package.json'));
  const document: JsonObject = {
    openapi: '3.1.1',
    info: {
      title: 'Control API of the emulator',
      version: '1',
      summary: 'What staff and the dashboard of the emulator can do, for tests in any language.',
      description,
      license: { name: license, identifier: license },
    },
    servers: [
      {
        url: '{emulator}/control/v1',
        variables: { emulator: { description: 'The URL of the emulator.', default: baseUrl } },
      },
    ],
    security: [],
    tags: [emulatorGroup, ...outletGroups].map(({ tag, description }) => ({ name: tag, description })),
    paths: { ...paths(examples.routes), '/events': { get: events } },
    components: {
      parameters: {
        OutletId: {
          name: 'outletId',
          in: 'path',
          required: true,
          description: 'The ID of the outlet. `default` is the first outlet.',
          schema: { type: 'string' },
          example: 'default',
        },
      },
      responses: responses(examples.errors),
      schemas: { Error: errorSchema },
    },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

const description = [
  'Generated from the npm package outlet-open-api.',
  'The document describes requests. Responses have examples but no schemas, and can contain further fields. Long lists in examples are cut.',
  'Times are ISO 8601 in UTC, on the clock of the emulator. Durations are in milliseconds.',
].join(' ');

/** The stream, which is not in the tables of routes, because it never ends. */
const events: JsonObject = {
  operationId: 'streamEvents',
  tags: [emulatorGroup.tag],
  summary: 'Streams the topics whose data has changed, as server-sent events.',
  description: `The first event names all topics: ${topics.join(', ')}.`,
  responses: {
    200: {
      description: 'A stream that ends with the connection.',
      content: { 'text/event-stream': { example: 'event: change\ndata: ["orders","deliveries"]\n\n' } },
    },
    ...errorsOf([403]),
  },
};
