import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AnswerOf } from '@throughline/contracts';
import {
  DomainError,
  isRecertificationId,
  NOTHING_ORDERED,
  type RecordOutcome,
  referralDecider,
  type RoutedOrder,
  taskDeciderOf,
} from '@throughline/domain';
import { atItsTurn, type EventStore, readState } from '@throughline/event-store';
import { type CommandContext, CommandResult } from '../command/command-context.js';
import { decideOn } from '../command/execute-command.js';
import { EVENT_STORE } from '../engines/engines.js';

/** The id by which the outcome can be undone. */
type RecordedOutcome = AnswerOf<'POST /tasks/{taskId}/outcome'>;

/** Records the outcome of a task. Where its items go can depend on the order, whose present state is read from the log. */
export class RecordOutcomeRequest extends Command<CommandResult<RecordedOutcome>> {
  constructor(
    readonly data: Omit<RecordOutcome['data'], 'order'>,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(RecordOutcomeRequest)
export class RecordOutcomeHandler implements ICommandHandler<RecordOutcomeRequest> {
  constructor(@Inject(EVENT_STORE) private readonly store: EventStore) {}

  async execute({ data, context }: RecordOutcomeRequest): Promise<CommandResult<RecordedOutcome>> {
    const { referralId } = data;
    const command = { type: 'RecordOutcome', data: { ...data, order: NOTHING_ORDERED } } as const;
    const tasks = taskDeciderOf(referralId);
    const decider = atItsTurn(tasks, async () => {
      const order = await this.orderOf(referralId);
      const decide: typeof tasks.decide = (state, wanted) =>
        tasks.decide(state, wanted.type === command.type ? { ...wanted, data: { ...wanted.data, order } } : wanted);
      return { ...tasks, decide };
    });
    const { events, position } = await decideOn(this.store, decider, referralId, command, context);
    const [outcomeId] = events.flatMap((event) =>
      event.type === 'OutcomeRecorded' || event.type === 'ContactAttempted' ? event.data.outcomeId : [],
    );
    if (outcomeId === undefined || position === null) throw new Error('An outcome was decided without being recorded.');
    return new CommandResult({ outcomeId }, position, true);
  }

  private async orderOf(referralId: string): Promise<RoutedOrder> {
    if (isRecertificationId(referralId)) return NOTHING_ORDERED;
    const { state } = await readState(this.store, referralDecider, referralId);
    if (state.status === 'none') throw new DomainError('item-task/unknown-task', 'There is no such task.');
    return { insuranceType: state.order.insuranceInfo.insuranceType, items: state.items };
  }
}
