import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { OpenTaskBody } from '@throughline/contracts';
import type { Assignee } from '@throughline/domain';
import { Engines } from '../engine/engines.js';
import type { Written } from '../http/written.js';
import type { CommandContext } from '../idempotency/command-context.js';
import { carryOutOnTasks, momentOf } from './carry-out-on-tasks.js';

/** POST /tasks/ : staff open a task for items of a referral. */
export class OpenTask extends Command<Written<null>> {
  constructor(
    readonly body: OpenTaskBody,
    readonly by: Assignee,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(OpenTask)
export class OpenTaskHandler implements ICommandHandler<OpenTask> {
  constructor(private readonly engines: Engines) {}

  execute({ body: { task, taskData }, by, context }: OpenTask): Promise<Written<null>> {
    const data = { ...momentOf(this.engines, context), ...taskData, task, by };
    return carryOutOnTasks(this.engines, { type: 'OpenTask', data }, context);
  }
}
