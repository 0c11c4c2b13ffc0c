import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AssignTaskBody } from '@throughline/contracts';
import { Engines } from '../engine/engines.js';
import type { Written } from '../http/written.js';
import type { CommandContext } from '../idempotency/command-context.js';
import { carryOutOnTasks, referralIdOf } from './carry-out-on-tasks.js';
import { findAssignee } from './assignee.js';

/** POST /tasks/{taskId}/assign: it is somebody's now, whoever's it was. */
export class AssignTask extends Command<Written<null>> {
  constructor(
    readonly taskId: string,
    readonly body: AssignTaskBody,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(AssignTask)
export class AssignTaskHandler implements ICommandHandler<AssignTask> {
  constructor(private readonly engines: Engines) {}

  async execute({ taskId, body, context }: AssignTask): Promise<Written<null>> {
    const assignee = await findAssignee(this.engines, body.userId);
    const data = { referralId: referralIdOf(taskId), taskId, assignee };
    return carryOutOnTasks(this.engines, { type: 'AssignTask', data }, context);
  }
}
