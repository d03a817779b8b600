import { code, tableOf } from '../markdown.js';
import { type Documented, firstSentence, membersOf } from '../source.js';

/** The options of a client. */
export function clientOptions(): string {
  return tableOfOptions(membersOf('src/client/options.ts', 'OutletClientOptions'));
}

/** The options of a webhook handler. */
export function webhookOptions(): string {
  return tableOfOptions(membersOf('src/webhooks/handler/handler-options.ts', 'WebhookHandlerOptions'));
}

/** The options of one call, with the calls that accept them. */
export function callOptions(): string {
  const calls = {
    CallOptions: 'All',
    WriteOptions: 'PUT and POST',
    PostOptions: 'POST',
    ListOptions: 'Lists',
  };
  const fileOf = (name: string) =>
    name === 'ListOptions' ? 'src/client/resources/list-options.ts' : 'src/transport/call-options.ts';
  const rows = Object.entries(calls).flatMap(([name, label]) =>
    membersOf(fileOf(name), name).map((option) => {
      const [first = '', ...others] = rowOf(option);
      return [first, label, ...others];
    }),
  );
  return tableOf(['Option', 'Calls', 'Default', 'Description'], rows);
}

function tableOfOptions(options: readonly Documented[]): string {
  return tableOf(['Option', 'Default', 'Description'], options.map(rowOf));
}

function rowOf(option: Documented): string[] {
  return [code(option.name), option.defaultValue ?? 'None', firstSentence(option)];
}
