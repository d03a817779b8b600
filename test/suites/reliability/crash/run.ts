import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkCheckpoints, checkCopy, missedIn, totalOf } from './check-copy.js';
import { type Copy, readCopy } from './copy.js';
import { type Moment, momentOf } from './kill-moments.js';
import { KillSchedule } from './kill-schedule.js';
import { Outlet } from './outlet.js';
import type { RunPlan } from './plan.js';
import type { Job } from './program/job.js';
import { heldCode, type Said, type Task } from './program/output-lines.js';
import { type End, ProgramProcess } from './program-process.js';
import { unless, type Violation } from './violation.js';

/** A kill that happened. */
interface Kill {
  readonly task: Task;
  readonly moment: Moment;
}

/** The outcome of a run. */
export interface RunReport {
  readonly seed: number;
  readonly programs: number;
  readonly outlets: number;
  readonly kills: readonly Kill[];
  /** Orders and receipts, repetitions included. */
  readonly delivered: number;
  readonly twice: number;
  readonly missed: number;
  /** The sum of completed receipts as delivered, in cents. */
  readonly total: bigint;
  readonly violations: readonly Violation[];
}

/** Kills programs at the planned moments, and starts them again until they complete. */
export async function performRun(plan: RunPlan, program: string): Promise<RunReport> {
  const folder = await mkdtemp(join(tmpdir(), 'crash-'));
  const schedule = new KillSchedule(plan.kills);
  const ids = ['bistro', 'cafe'].slice(0, plan.outlets);
  const outlets = await Promise.all(
    ids.map((id, index) =>
      Outlet.open(id, { ...plan, seed: plan.seed + 1_000 * index }, (task) => schedule.see(task)),
    ),
  );
  try {
    return await new Run(plan, program, folder, outlets, schedule).perform();
  } finally {
    await Promise.all(outlets.map((outlet) => outlet.close()));
    await rm(folder, { recursive: true });
  }
}

interface OutletCopy {
  readonly outlet: Outlet;
  readonly copy: Copy;
}

class Run {
  readonly #plan: RunPlan;
  readonly #program: string;
  readonly #folder: string;
  readonly #outlets: readonly Outlet[];
  readonly #schedule: KillSchedule;
  readonly #alive = new Map<ProgramProcess, Promise<[ProgramProcess, End]>>();
  readonly #kills: Kill[] = [];
  readonly #violations: Violation[] = [];

  constructor(
    plan: RunPlan,
    program: string,
    folder: string,
    outlets: readonly Outlet[],
    schedule: KillSchedule,
  ) {
    this.#plan = plan;
    this.#program = program;
    this.#folder = folder;
    this.#outlets = outlets;
    this.#schedule = schedule;
  }

  async perform(): Promise<RunReport> {
    // The next program does what a killed one left. More than this many are never needed.
    const maxPrograms = (this.#plan.kills.length + 1) * (this.#plan.programs + 1) * 2;
    let lives = 0;
    let isDone = false;
    while (!isDone && lives < maxPrograms) {
      for (; this.#alive.size < this.#plan.programs; lives += 1) this.#start();
      isDone = await this.#untilDone();
    }
    this.#note(unless(isDone, 'never', `after ${lives} programs`));
    // Records also change after everything was copied.
    for (const outlet of this.#outlets) outlet.letHappen(8);
    this.#start();
    await this.#untilDone();
    const copies = await this.#readCopies();
    for (const { copy, outlet } of copies) this.#note(checkCopy(copy, outlet));
    const sum = (figureOf: (part: OutletCopy) => number) =>
      copies.reduce((all, part) => all + figureOf(part), 0);
    const delivered = sum(({ copy }) => copy.delivered);
    await this.#startAgain(delivered);
    const { seed, programs, outlets } = this.#plan;
    return {
      ...{ seed, programs, outlets, kills: this.#kills, delivered },
      twice: sum(({ copy }) => copy.twice),
      missed: sum(({ copy, outlet }) => missedIn(copy, outlet).length),
      total: totalOf(copies.flatMap(({ copy }) => [...copy.receipts.values()])),
      violations: this.#violations,
    };
  }

  #readCopies(): Promise<OutletCopy[]> {
    return Promise.all(
      this.#outlets.map(async (outlet) => ({ outlet, copy: await readCopy(join(this.#folder, outlet.id)) })),
    );
  }

  #start(): void {
    const outlets = this.#outlets.map(({ id, url, token, from, to }) => ({ id, url, token, from, to }));
    const job: Job = { folder: this.#folder, outlets };
    const running = new ProgramProcess(this.#program, job, (said) => this.#hear(said, running));
    this.#alive.set(
      running,
      running.ended.then((end) => [running, end]),
    );
  }

  #hear(said: Said, running: ProgramProcess): void {
    this.#schedule.hear(said, running);
    const isAlone = this.#plan.programs === 1;
    this.#note(unless(!(isAlone && said.word === 'held'), 'hindered', said.task));
  }

  /** Waits for a kill, or for the end of all programs. Returns whether everything was copied. */
  async #untilDone(): Promise<boolean> {
    let isDone = false;
    while (this.#alive.size > 0) {
      const [running, { code, last, error }] = await Promise.race(this.#alive.values());
      this.#alive.delete(running);
      if (code === null) {
        await this.#bury({ task: last?.task ?? 'backfill', moment: momentOf(last) });
        return false;
      }
      if (code === 0) isDone = true;
      this.#note(unless(code === 0 || code === heldCode, 'failed', `${code}: ${error}`));
    }
    if (this.#schedule.isOver) return isDone;
    this.#schedule.miss();
    for (const outlet of this.#outlets) outlet.letArrive(3);
    return false;
  }

  async #bury(kill: Kill): Promise<void> {
    this.#kills.push(kill);
    const plan = this.#schedule.hit();
    this.#note(await checkCheckpoints(join(this.#folder, 'checkpoints')));
    // Another program that still runs may have read past the change.
    if (this.#alive.size > 0) return;
    for (const outlet of this.#outlets) outlet.letHappen(plan?.happenings ?? 0);
  }

  async #startAgain(delivered: number): Promise<void> {
    this.#start();
    await this.#untilDone();
    const copies = await this.#readCopies();
    const more = copies.reduce((all, { copy }) => all + copy.delivered, 0) - delivered;
    this.#note(unless(more === 0, 'repeated', `${more} records`));
  }

  #note(violations: readonly Violation[]): void {
    this.#violations.push(...violations);
  }
}
