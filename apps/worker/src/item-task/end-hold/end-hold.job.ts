import { Inject, Injectable } from '@nestjs/common';
import { itemTaskDecider, SYSTEM_ACTOR } from '@throughline/domain';
import { derivedCommandId, type EventStore, handleCommand, readState } from '@throughline/event-store';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Clock, CLOCK, EVENT_STORE } from '../../engines/engines.js';
import type { Job, JobProcessor } from '../../queue/job.js';
import { foundTimers, hasCome, plannedUntil, type TimerPlace } from '../../queue/timer.js';

/** `at`: the end of the hold for which the job was planned. */
const data = z.object({ referralId: z.string(), taskId: z.string(), at: z.string() });
type Data = z.infer<typeof data>;

/**
 * Namespace of the timer's command ids: one for each task and revision of its stream. After a clock that was set back, the same instant may end
 * another hold.
 */
const HOLDS = '3d0a1f6e-4c55-4b0b-9d3c-2a7e6f1b8c90';

/** The day has come until which a task was on hold. A task that was completed or resumed meanwhile is left alone; a longer hold is waited for. */
@Injectable()
export class EndHold implements JobProcessor<Data> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async process({ referralId, taskId }: Pick<Data, 'referralId' | 'taskId'>): Promise<void> {
    const { state, revision } = await readState(this.store, itemTaskDecider, referralId);
    const task = state.tasks.find((other) => other.taskId === taskId);
    if (!task?.onHold || task.completedAt !== null) return;
    const { resumesAt } = task.onHold;
    const now = this.now();
    if (!hasCome(resumesAt, now)) return;

    const commandId = derivedCommandId(HOLDS, `${taskId} ${revision}`);
    const at = now.toISOString();
    await handleCommand(this.store, {
      decider: itemTaskDecider,
      id: referralId,
      command: { type: 'EndHold', data: { referralId, taskId, at } },
      context: { commandId, actor: SYSTEM_ACTOR, at, correlationId: commandId, causationId: null },
    });
  }
}

/** Runs at the beginning of the day until which a task is on hold. */
export const endHold: Job<Data, TimerPlace> = {
  name: 'end-hold',
  data,
  // With the instant: a hold that is shortened does not wait for the job of the longer one.
  id: ({ taskId, at }) => `hold.${taskId}.${Date.parse(at)}`,
  processor: EndHold,
  plannedBy: [],
  findMissing: async ({ db, now, limit, after }) => {
    const { rows } = await sql<{ referral_id: string; task_id: string; until: Date }>`
      select referral_id, task_id, on_hold_until as until from task_queue
       where completed_at is null and on_hold_until <= ${plannedUntil(now)}
         ${after === null ? sql`` : sql`and (on_hold_until, task_id) > (${after.at}, ${after.key})`}
       order by on_hold_until, task_id limit ${limit}`.execute(db);
    const timers = rows.map(({ referral_id: referralId, task_id: taskId, until: at }) => ({
      ...{ at, key: taskId },
      data: { referralId, taskId, at: at.toISOString() },
    }));
    return foundTimers(timers, limit);
  },
};
