import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { MoveItemsBody } from '@throughline/contracts';
import type { Assignee } from '@throughline/domain';
import { Engines } from '../engine/engines.js';
import type { Written } from '../http/written.js';
import type { CommandContext } from '../idempotency/command-context.js';
import { carryOutOnTasks, momentOf, referralIdOf } from './carry-out-on-tasks.js';

/** POST /tasks/{taskId}/move: some items go on, the rest stay. */
export class MoveItems extends Command<Written<null>> {
  constructor(
    readonly taskId: string,
    readonly by: Assignee,
    readonly body: MoveItemsBody,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(MoveItems)
export class MoveItemsHandler implements ICommandHandler<MoveItems> {
  constructor(private readonly engines: Engines) {}

  execute({ taskId, by, body, context }: MoveItems): Promise<Written<null>> {
    const { itemIds, task } = body;
    const data = { ...momentOf(this.engines, context), referralId: referralIdOf(taskId), taskId, by, itemIds, task };
    return carryOutOnTasks(this.engines, { type: 'MoveItems', data }, context);
  }
}
