import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { StopItemsBody } from '@throughline/contracts';
import { Engines } from '../engine/engines.js';
import type { Written } from '../http/written.js';
import type { CommandContext } from '../idempotency/command-context.js';
import { carryOutOnTasks, referralIdOf } from './carry-out-on-tasks.js';

/** POST /tasks/{taskId}/stop (ordering specification, section 4, Stopping items). */
export class StopItems extends Command<Written<null>> {
  constructor(
    readonly taskId: string,
    readonly body: StopItemsBody,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(StopItems)
export class StopItemsHandler implements ICommandHandler<StopItems> {
  constructor(private readonly engines: Engines) {}

  execute({ taskId, body, context }: StopItems): Promise<Written<null>> {
    const { itemIds, reason } = body;
    const data = { referralId: referralIdOf(taskId), taskId, itemIds, reason, at: context.at };
    return carryOutOnTasks(this.engines, { type: 'StopItems', data }, context);
  }
}
