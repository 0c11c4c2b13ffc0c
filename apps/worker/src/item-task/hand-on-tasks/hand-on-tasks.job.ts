import { Inject, Injectable } from '@nestjs/common';
import {
  accountDecider,
  type AccountEvent,
  type Assignee,
  type Departure,
  departureOf,
  HAND_ON_TASKS,
  type Recorded,
  taskDeciderOf,
  worksTasks,
} from '@throughline/domain';
import { contextCausedBy, type EventStore, handleCommand, readState } from '@throughline/event-store';
import type { WorkerConfig } from '@throughline/platform';
import { listHolders, openTasksOf } from '@throughline/read-models';
import { z } from 'zod';
import { type Clock, CLOCK, CONFIG, DATABASE, EVENT_STORE, type WorkerDatabase } from '../../engines/engines.js';
import { type Job, type JobProcessor, when } from '../../queue/job.js';

const data = z.object({ userId: z.string() });
type Data = z.infer<typeof data>;

/**
 * Takes the open tasks, including those on hold, from somebody who was deactivated or left the staff, and gives them to the colleague whom
 * the administrator chose, or to the queue. Each is an event of its own, caused by the one that took the person out of the staff.
 *
 * The sweeper finds tasks that the read model does not show yet, and those that are assigned to the person at that moment.
 */
@Injectable()
export class HandOnTasks implements JobProcessor<Data> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(DATABASE) private readonly database: WorkerDatabase,
    @Inject(CONFIG) private readonly config: Pick<WorkerConfig, 'operatorCompanyId'>,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async process({ userId }: Data): Promise<void> {
    const departure = await this.departureOf(userId);
    if (departure === null) return;
    const to = await this.receiverOf(departure);
    for (const task of await openTasksOf(this.database.db, userId)) await this.handOn(userId, task, departure, to);
  }

  private async departureOf(userId: string): Promise<Departure | null> {
    const events: Recorded<AccountEvent>[] = [];
    for await (const event of this.store.readStream(`account-${userId}`)) events.push(event as Recorded<AccountEvent>);
    return departureOf(events, this.config.operatorCompanyId);
  }

  /** The queue if the chosen colleague left as well. */
  private async receiverOf({ tasksTo }: Departure): Promise<Assignee | null> {
    if (tasksTo === null) return null;
    const { account } = (await readState(this.store, accountDecider, tasksTo.userId)).state;
    return account && worksTasks(account, this.config.operatorCompanyId) ? tasksTo : null;
  }

  private async handOn(
    from: string,
    { referralId, taskId }: { readonly referralId: string; readonly taskId: string },
    { cause }: Departure,
    to: Assignee | null,
  ): Promise<void> {
    const decider = taskDeciderOf(referralId);
    // The revision is part of the id, because somebody who does not know yet that the person left may assign the same task to them again.
    const { revision } = await readState(this.store, decider, referralId);
    await handleCommand(this.store, {
      decider,
      id: referralId,
      command: { type: 'HandOnTask', data: { referralId, taskId, from, to } },
      context: contextCausedBy(cause, `${HAND_ON_TASKS} ${taskId} ${revision}`, this.now().toISOString()),
    });
  }
}

const ofPerson = ({ stream }: { readonly stream: string }): Data => ({ userId: stream.slice(stream.indexOf('-') + 1) });

export const handOnTasks: Job<Data> = {
  name: 'hand-on-tasks',
  data,
  id: ({ userId }) => `hand-on.${userId}`,
  processor: HandOnTasks,
  plannedBy: (['AccountDeactivated', 'CompanyAssigned', 'GroupsChanged', 'RoleChanged'] as const).map((type) =>
    when(accountDecider, type, ofPerson),
  ),
  findMissing: async ({ db, config: { operatorCompanyId }, limit }) => {
    const holders = await listHolders(db, limit);
    const left = holders.filter(({ account }) => account !== null && !worksTasks(account, operatorCompanyId ?? 0));
    return { jobs: left.map(({ userId }) => ({ data: { userId } })) };
  },
};
