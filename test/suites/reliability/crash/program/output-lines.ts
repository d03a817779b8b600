/** The steps of the program, one after the other. */
export type Task = 'backfill' | 'poll';

/** What the program writes before and after each step, so that the test knows when it was killed. */
export type Word = 'asks' | 'leased' | 'held' | 'delivers' | 'delivered' | 'saves' | 'saved';

export interface Said {
  readonly task: Task;
  readonly word: Word;
}

export function lineOf({ task, word }: Said): string {
  return `${task} ${word}`;
}

export function saidIn(line: string): Said {
  const [task, word] = line.split(' ');
  return { task: task as Task, word: word as Word };
}

/** The exit code of a program if another one has the lease. */
export const heldCode = 3;
