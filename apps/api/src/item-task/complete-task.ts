import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CompleteTaskBody } from '@throughline/contracts';
import type { Assignee } from '@throughline/domain';
import { Engines } from '../engine/engines.js';
import type { Written } from '../http/written.js';
import type { CommandContext } from '../idempotency/command-context.js';
import { carryOutOnTasks, momentOf, referralIdOf } from './carry-out-on-tasks.js';

/** POST /tasks/{taskId}/complete: every item goes on to its next task. */
export class CompleteTask extends Command<Written<null>> {
  constructor(
    readonly taskId: string,
    readonly by: Assignee,
    readonly body: CompleteTaskBody,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(CompleteTask)
export class CompleteTaskHandler implements ICommandHandler<CompleteTask> {
  constructor(private readonly engines: Engines) {}

  execute({ taskId, by, body, context }: CompleteTask): Promise<Written<null>> {
    const data = {
      ...momentOf(this.engines, context),
      referralId: referralIdOf(taskId),
      taskId,
      by,
      moves: body.moves,
    };
    return carryOutOnTasks(this.engines, { type: 'CompleteTask', data }, context);
  }
}
