import type { OutletClient } from 'outlet-open-api';

/** Your names of the tables, and the channel of each. Both differ per outlet, so they come from its configuration. */
export class Tables {
  readonly #channelIds = new Map<string, string>();

  /** Reads a configuration such as `T1=table-1,T2=table-2`. */
  constructor(configuration: string) {
    for (const pair of configuration.split(',')) {
      const [name = '', channelId = ''] = pair.trim().split('=');
      if (name === '' || channelId === '') {
        throw new Error('Set TABLES to your tables and the channel of each, such as T1=table-1,T2=table-2.');
      }
      if ([...this.#channelIds.values()].includes(channelId)) {
        throw new Error(`TABLES has the channel ${channelId} twice, so two tables would share a bill.`);
      }
      this.#channelIds.set(name, channelId);
    }
  }

  get names(): string[] {
    return [...this.#channelIds.keys()];
  }

  /** Returns the channel ID of a table. */
  channelOf(name: string): string {
    const channelId = this.#channelIds.get(name);
    if (channelId === undefined) throw new Error(`TABLES has no table ${name}.`);
    return channelId;
  }

  /** Returns the name of a table. The staff can move guests to one that you do not have. */
  nameOf(channelId: string | null | undefined): string {
    const name = this.names.find((each) => this.#channelIds.get(each) === channelId);
    return name ?? `${channelId}, which TABLES lacks`;
  }

  /**
   * Logs tables that have no channel, and returns the number of the others. Does not throw: a missing table must not stop a process that
   * serves the others, or make the API repeat an event.
   */
  async check(outlet: OutletClient): Promise<number> {
    const channels = await outlet.channels.list();
    const ids = channels.filter(({ type }) => type === 'dine-in').map(({ id }) => id);
    const missing = this.names.filter((name) => !ids.includes(this.channelOf(name)));
    if (missing.length > 0) {
      const advice = `Set TABLES to channels of: ${ids.join(', ')}.`;
      console.error(`ALERT: The outlet has no channel for ${missing.join(', ')}. ${advice}`);
    }
    return this.names.length - missing.length;
  }
}
