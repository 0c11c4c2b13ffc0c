import { Inject, Injectable } from '@nestjs/common';
import { type ItemTaskCommand, taskDeciderOf, type TaskFacts } from '@throughline/domain';
import { derivedCommandId, type EventStore, handleCommand, readState, systemContext } from '@throughline/event-store';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { type Clock, CLOCK, EVENT_STORE } from '../engines/engines.js';
import type { Job, JobProcessor, MissingJobsQuery } from '../queue/job.js';
import { foundTimers, hasCome, plannedUntil, type TimerPlace } from '../queue/timer.js';

const data = z.object({ referralId: z.string(), taskId: z.string() });
type TaskTimerData = z.infer<typeof data>;

/**
 * Sends a command for a task when an instant of the task has come. A task that was completed meanwhile is left alone, and so is an instant
 * that is no longer set; a job that runs too early is delayed further.
 */
@Injectable()
export abstract class TaskTimer implements JobProcessor<TaskTimerData> {
  protected abstract readonly type: Extract<ItemTaskCommand['type'], 'FireDueDay' | 'EndHold'>;
  /** Namespace of the ids of its commands. Never change it. */
  protected abstract readonly namespace: string;

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /** The instant of the task; null: there is none. */
  protected abstract instantOf(task: TaskFacts): string | null;

  async process({ referralId, taskId }: TaskTimerData): Promise<void> {
    const decider = taskDeciderOf(referralId);
    const { state, revision } = await readState(this.store, decider, referralId);
    const task = state.tasks.find((other) => other.taskId === taskId);
    const instant = task?.completedAt === null ? this.instantOf(task) : null;
    const now = this.now();
    if (instant === null || !hasCome(instant, now)) return;

    // The revision is part of the id, because the same instant may come again after a clock was set back.
    const commandId = derivedCommandId(this.namespace, `${taskId} ${revision}`);
    const at = now.toISOString();
    await handleCommand(this.store, {
      decider,
      id: referralId,
      command: { type: this.type, data: { referralId, taskId, at } },
      context: systemContext(commandId, at),
    });
  }
}

type TaskTimerJob = Job<TaskTimerData, TimerPlace>;

interface TaskTimerParts {
  readonly name: string;
  /** The prefix of the task's id in the ids of its jobs. */
  readonly prefix: string;
  readonly processor: TaskTimerJob['processor'];
  /** The column of the task queue with the instant. */
  readonly column: 'due_at' | 'on_hold_until';
  /** The condition for open tasks whose instant is still to come. */
  readonly isPending: RawBuilder<boolean>;
}

/** A job for an instant of a task. */
export const taskTimer = ({ name, prefix, processor, column, isPending }: TaskTimerParts): TaskTimerJob => ({
  name,
  data,
  id: ({ taskId }) => `${prefix}.${taskId}`,
  processor,
  plannedBy: [],
  findMissing: async ({ db, now, limit, after }: MissingJobsQuery<TimerPlace>) => {
    const instant = sql.ref(column);
    const { rows } = await sql<{ referral_id: string; task_id: string; at: Date }>`
      select referral_id, task_id, ${instant} as at from task_queue
       where completed_at is null and ${isPending} and ${instant} <= ${plannedUntil(now)}
         ${after === null ? sql`` : sql`and (${instant}, task_id) > (${after.at}, ${after.key})`}
       order by ${instant}, task_id limit ${limit}`.execute(db);
    const timers = rows.map((row) => ({
      at: row.at,
      key: row.task_id,
      data: { referralId: row.referral_id, taskId: row.task_id },
    }));
    return foundTimers(timers, limit);
  },
});
