import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CancelItemsBody } from '@throughline/contracts';
import { Engines } from '../engine/engines.js';
import type { Written } from '../http/written.js';
import type { CommandContext } from '../idempotency/command-context.js';
import { carryOutOnTasks } from './carry-out-on-tasks.js';

/** POST /tasks/cancel-items: stopped items are closed for good. */
export class CancelItems extends Command<Written<null>> {
  constructor(
    readonly body: CancelItemsBody,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(CancelItems)
export class CancelItemsHandler implements ICommandHandler<CancelItems> {
  constructor(private readonly engines: Engines) {}

  execute({ body, context }: CancelItems): Promise<Written<null>> {
    const { referralId, itemIds } = body;
    const data = { referralId, itemIds, at: context.at };
    return carryOutOnTasks(this.engines, { type: 'CancelItems', data }, context);
  }
}
