/** What the program does: one of our functions after the other. */
export type Task = 'backfill' | 'poll';

/** What the program says on its output before and after each step, so that it is known where it died. */
export type Word = 'asks' | 'leased' | 'refused' | 'hands' | 'handed' | 'saves' | 'saved';

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

/** With which the program ends where another one has the lease. */
export const refusedCode = 3;
