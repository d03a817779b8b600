import { setTimeout as sleep } from 'node:timers/promises';
import type { OutletClient, OutletPromise, PostOptions } from 'outlet-open-api';
import { type Ended, effectOf } from '../ended.js';
import { unless, type Violation } from '../violation.js';
import type { Operation } from './operation.js';

/** A POST, and its effect at the service. */
export interface Post {
  readonly mark: string;
  send(outlet: OutletClient, options: PostOptions): OutletPromise<object>;
  /** The entities that the service created with the mark: their ids, or at least the mark. */
  made(): readonly string[];
}

const recoveries = 5;

/** Creates an entity. It must be created exactly once, whatever happens. */
export class Creation implements Operation {
  readonly #post: Post;
  #call: OutletPromise<object> | undefined;
  #recovered: Ended | undefined;

  constructor(post: Post) {
    this.#post = post;
  }

  start(outlet: OutletClient, options: PostOptions): OutletPromise<object> {
    this.#call = this.#post.send(outlet, options);
    return this.#call;
  }

  /** The key of the error, or of an aborted call, makes a repetition safe. */
  async recover(outlet: OutletClient, ended: Ended): Promise<void> {
    if (ended.kind === 'result' || effectOf(ended) === 'untouched') return;
    const idempotencyKey = ended.kind === 'error' ? ended.error.idempotencyKey : this.#call?.idempotencyKey;
    for (let tries = 0; tries < recoveries && this.#recovered?.kind !== 'result'; tries += 1) {
      if (tries > 0) await sleep(100);
      this.#recovered = await this.#post.send(outlet, { idempotencyKey }).then(
        (value): Ended => ({ kind: 'result', value }),
        (error: unknown): Ended => ({ kind: 'untyped', error }),
      );
    }
  }

  judge(ended: Ended): readonly Violation[] {
    const made = this.#post.made();
    const { mark } = this.#post;
    const detail = `${mark} was created ${made.length} times`;
    const doubled = unless(made.length <= 1, 'doubled', detail);
    if (effectOf(ended) === 'untouched') return [...doubled, ...unless(made.length === 0, 'outcome', detail)];
    return [...doubled, ...this.#judgeResult(made, ended.kind === 'result' ? ended : this.#recovered)];
  }

  #judgeResult(made: readonly string[], ended: Ended | undefined): Violation[] {
    const { mark } = this.#post;
    if (ended?.kind !== 'result') return unless(false, 'lost', `${mark} could not be recovered`);
    const text = JSON.stringify(ended.value);
    const isIt = text.includes(mark) && made.every((name) => text.includes(name));
    return [
      ...unless(made.length > 0, 'lost', `${mark} returned a result and was not created`),
      ...unless(isIt, 'result', `${mark} returned another entity`),
    ];
  }
}
