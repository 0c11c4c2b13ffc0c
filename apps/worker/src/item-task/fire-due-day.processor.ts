import { fireDueDay } from '@throughline/contracts';
import { itemTaskDecider, SYSTEM_ACTOR } from '@throughline/domain';
import { derivedCommandId, type EventStore, handleCommand, readState } from '@throughline/event-store';
import { type JobProcessor, NotYet } from '../queue/job-definition.js';

type Data = { readonly referralId: string; readonly taskId: string };

/** Namespace of the timer's command ids: a task falls due once, so its command has one id for ever. */
const DUE_DAYS = '6f1c3a54-8a53-4c1e-9c5e-0d6f4c0b7a21';
export const dueDayCommandId = (taskId: string): string => derivedCommandId(DUE_DAYS, taskId);

/** The end of a task's due day has come. A task that was completed meanwhile is left alone; a wake-up before its time sleeps on. */
export class FireDueDayProcessor implements JobProcessor<Data> {
  readonly job = fireDueDay;

  constructor(
    private readonly store: EventStore,
    private readonly now: () => Date = () => new Date(),
  ) {}

  async process({ referralId, taskId }: Data): Promise<void> {
    const { state } = await readState(this.store, itemTaskDecider, referralId);
    const task = state.tasks.find((other) => other.taskId === taskId);
    if (task?.status !== 'open' || task.fellDue || task.dueAt === null) return;
    const now = this.now();
    const due = Date.parse(task.dueAt);
    if (now.getTime() < due) throw new NotYet(due);

    const commandId = dueDayCommandId(taskId);
    await handleCommand(this.store, {
      decider: itemTaskDecider,
      id: referralId,
      command: { type: 'FireDueDay', data: { referralId, taskId, at: now.toISOString() } },
      context: { commandId, actor: SYSTEM_ACTOR, at: now.toISOString(), correlationId: commandId, causationId: null },
    });
  }
}
