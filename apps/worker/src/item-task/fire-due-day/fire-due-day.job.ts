import { Inject, Injectable } from '@nestjs/common';
import { itemTaskDecider, SYSTEM_ACTOR } from '@throughline/domain';
import { derivedCommandId, type EventStore, handleCommand, readState } from '@throughline/event-store';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Clock, CLOCK, EVENT_STORE } from '../../engines/engines.js';
import type { Job, JobProcessor } from '../../queue/job.js';
import { foundTimers, hasCome, plannedUntil, type TimerPlace } from '../../queue/timer.js';

const data = z.object({ referralId: z.string(), taskId: z.string() });
type Data = z.infer<typeof data>;

/** Namespace of the timer's command ids: one for each task and revision of its stream. */
const DUE_DAYS = '6f1c3a54-8a53-4c1e-9c5e-0d6f4c0b7a21';

/** The end of a task's due day has come. A task that was completed meanwhile is left alone; a job that runs before its time is delayed further. */
@Injectable()
export class FireDueDay implements JobProcessor<Data> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async process({ referralId, taskId }: Data): Promise<void> {
    const { state, revision } = await readState(this.store, itemTaskDecider, referralId);
    const task = state.tasks.find((other) => other.taskId === taskId);
    if (!task || task.completedAt !== null || task.fellDue || task.dueAt === null) return;
    const now = this.now();
    if (!hasCome(task.dueAt, now)) return;

    const commandId = derivedCommandId(DUE_DAYS, `${taskId} ${revision}`);
    await handleCommand(this.store, {
      decider: itemTaskDecider,
      id: referralId,
      command: { type: 'FireDueDay', data: { referralId, taskId, at: now.toISOString() } },
      context: { commandId, actor: SYSTEM_ACTOR, at: now.toISOString(), correlationId: commandId, causationId: null },
    });
  }
}

/** Runs at the task's due instant. */
export const fireDueDay: Job<Data, TimerPlace> = {
  name: 'fire-due-day',
  data,
  id: ({ taskId }) => `due.${taskId}`,
  processor: FireDueDay,
  plannedBy: [],
  /** Open tasks that are due, or will be within the hour, and have not fallen due yet: in the order of their due instants. */
  findMissing: async ({ db, now, limit, after }) => {
    const { rows } = await sql<{ referral_id: string; task_id: string; due_at: Date }>`
      select referral_id, task_id, due_at from task_queue
       where completed_at is null and not fell_due and due_at <= ${plannedUntil(now)}
         ${after === null ? sql`` : sql`and (due_at, task_id) > (${after.at}, ${after.key})`}
       order by due_at, task_id limit ${limit}`.execute(db);
    const timers = rows.map(({ referral_id: referralId, task_id: taskId, due_at: at }) => ({
      ...{ at, key: taskId },
      data: { referralId, taskId },
    }));
    return foundTimers(timers, limit);
  },
};
