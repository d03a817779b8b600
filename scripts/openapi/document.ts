import { readText } from '../docs/pages.js';
import { limitsOfTheApi } from '../docs/tables/limits.js';
import { markAssumptions } from './assumptions.js';
import { createExamples } from './examples.js';
import { parameters, paths } from './paths.js';
import { errorSchemas, headers, responses } from './responses.js';
import { entitySchemas, type JsonObject, listSchemas } from './schemas.js';
import { eventSchemas, webhooks, webhookTag } from './webhooks.js';

/** Returns docs/openapi.json. */
export async function openApi(): Promise<string> {
  const examples = await createExamples();
  const document: JsonObject = {
    openapi: '3.1.1',
    info: info(),
    servers: [
      {
        url: '{baseUrl}/api/v1',
        description: 'Production or sandbox. Tokens of one do not work with the other.',
        variables: {
          baseUrl: { description: 'The URL of the environment.', default: 'https://outlet.example' },
        },
      },
    ],
    security: [{ accessToken: [] }],
    tags: [webhookTag],
    paths: paths(examples.operations),
    webhooks: webhooks(examples.events),
    components: {
      securitySchemes: {
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description:
            'The token of an API key, in exactly the form `Authorization: Bearer TOKEN`. A key belongs to one outlet and one use case. Tokens do not expire by default.',
        },
      },
      parameters: parameters(examples.operations),
      headers,
      responses: responses(examples.errors),
      schemas: { ...entitySchemas(), ...listSchemas(), ...errorSchemas, ...eventSchemas() },
    },
  };
  // Parts that several places share become separate, so that each gets its own marks.
  const copy: JsonObject = JSON.parse(JSON.stringify(document));
  markAssumptions(copy);
  return `${JSON.stringify(copy, null, 2)}\n`;
}

function info(): JsonObject {
  const { license }: { license: string } = JSON.parse(readText('package.json'));
  const limits = limitsOfTheApi().map(([text, value]) => `- ${text.replace(/\.$/, '')}: ${value}`);
  return {
    title: 'Outlet Open API',
    // API specification: Versioning.
    version: '2.384.0',
    summary: 'The interface of a point-of-sale system, for one outlet per API key.',
    description: `${about}\n\n## Limits\n\n${limits.join('\n')}`,
    license: { name: license, identifier: license },
  };
}

const about = [
  'Generated from the npm package outlet-open-api.',
  'A part with `x-assumed` is an assumption, because the API specification does not define it. `x-assumed-reason` says what is undefined.',
  'Clients must accept further fields, events and values of enumerations.',
].join(' ');
