import { existsSync, readFileSync } from 'node:fs';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { here, inCopies, inExamples } from './paths.js';

const read = (path: string) => readFileSync(inExamples(path), 'utf8');

describe('wrangler.toml', () => {
  const config = parseToml(read('wrangler.toml'));

  it('names an existing main file', () => {
    expect(existsSync(inExamples(`${config.main}`))).toBe(true);
  });

  it('has the compatibility date that is tested', () => {
    expect(readFileSync(here('hosts/worker.capnp'), 'utf8')).toContain(
      `compatibilityDate = "${config.compatibility_date}"`,
    );
  });

  it('binds the queue that the Worker uses', () => {
    expect(config.queues).toEqual({ producers: [{ binding: 'EVENTS', queue: expect.any(String) }] });
    expect(read('workers.ts')).toContain('const { EVENTS,');
  });
});

describe('sqs/template.yaml', () => {
  interface Resource {
    readonly Type: string;
    readonly Metadata?: { readonly BuildProperties: { readonly EntryPoints: readonly string[] } };
    readonly Properties: {
      readonly Handler?: string;
      readonly Timeout?: number;
      readonly VisibilityTimeout?: number;
      readonly Environment?: { readonly Variables: Readonly<Record<string, unknown>> };
      readonly Events?: Readonly<Record<string, { Properties: Record<string, unknown> }>>;
    };
  }

  const text = read('sqs/template.yaml');
  const references: string[] = [];
  const customTags = ['!Ref', '!GetAtt', '!Sub'].map((tag) => ({
    tag,
    resolve: (value: string) => {
      if (tag !== '!Sub') references.push(value.split('.')[0] ?? '');
      return `${tag} ${value}`;
    },
  }));
  const template: { Parameters: Record<string, unknown>; Resources: Record<string, Resource> } = parseYaml(
    text,
    { customTags },
  );
  const { Resources, Parameters } = template;
  const functions = Object.values(Resources).filter(({ Type }) => Type === 'AWS::Serverless::Function');

  it('refers only to its own parameters and resources', () => {
    expect(references).toContain('EventQueue');
    expect(references.filter((name) => !(name in Resources) && !(name in Parameters))).toEqual([]);
  });

  it.each(functions)('builds the handler $Properties.Handler', async ({ Metadata, Properties }) => {
    const [file, name = ''] = Properties.Handler?.split('.') ?? [];
    expect(Metadata?.BuildProperties.EntryPoints).toEqual([`${file}.ts`]);
    expect(readFileSync(inCopies(`sqs/${file}.ts`), 'utf8')).toContain(`export async function ${name}(`);
  });

  it('sets the environment variables that the code reads', () => {
    const variables = functions.flatMap(({ Properties }) =>
      Object.keys(Properties.Environment?.Variables ?? {}),
    );
    expect(variables).toEqual(['WEBHOOK_SECRET', 'QUEUE_URL', 'OUTLET_BASE_URL', 'OUTLET_ACCESS_TOKEN']);
  });

  it('lets the consumer report failed messages, within the visibility timeout', () => {
    const { ConsumerFunction, EventQueue } = Resources;
    expect(ConsumerFunction?.Properties.Events?.Batch?.Properties.FunctionResponseTypes).toEqual([
      'ReportBatchItemFailures',
    ]);
    const timeout = ConsumerFunction?.Properties.Timeout ?? Number.NaN;
    expect(EventQueue?.Properties.VisibilityTimeout).toBeGreaterThanOrEqual(6 * timeout);
  });
});
