import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import {
  type AssignTrackingNumber,
  carriersDecider,
  itemTaskDecider,
  LIST_ID,
  referralDecider,
  referralDeciderWith,
} from '@throughline/domain';
import { atItsTurn, type EventStore, readState } from '@throughline/event-store';
import type { CommandContext, CommandResult } from '../command/command-context.js';
import { executeCommand } from '../command/execute-command.js';
import { EVENT_STORE } from '../engines/engines.js';

/** POST /referrals/referral/{id}/tracking. Whether an item is still shipped is in the stream of the tasks, and whether a carrier is active in theirs. */
export class AssignTrackingRequest extends Command<CommandResult<null>> {
  constructor(
    readonly data: AssignTrackingNumber['data'],
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(AssignTrackingRequest)
export class AssignTrackingHandler implements ICommandHandler<AssignTrackingRequest> {
  constructor(@Inject(EVENT_STORE) private readonly store: EventStore) {}

  async execute({ data, context }: AssignTrackingRequest): Promise<CommandResult<null>> {
    const { referralId } = data;
    const command = { type: 'AssignTrackingNumber', data } as const;
    const decider = atItsTurn(referralDecider, async () => {
      const [tasks, carriers] = await Promise.all([
        readState(this.store, itemTaskDecider, referralId),
        readState(this.store, carriersDecider, LIST_ID),
      ]);
      return referralDeciderWith(tasks.state, carriers.state);
    });
    return executeCommand(this.store, decider, referralId, command, context);
  }
}
