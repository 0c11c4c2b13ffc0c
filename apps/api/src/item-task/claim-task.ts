import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Assignee } from '@throughline/domain';
import { Engines } from '../engine/engines.js';
import type { Written } from '../http/written.js';
import type { CommandContext } from '../idempotency/command-context.js';
import { carryOutOnTasks, referralIdOf } from './carry-out-on-tasks.js';

/** POST /tasks/{taskId}/claim: the caller takes it. */
export class ClaimTask extends Command<Written<null>> {
  constructor(
    readonly taskId: string,
    readonly by: Assignee,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ClaimTask)
export class ClaimTaskHandler implements ICommandHandler<ClaimTask> {
  constructor(private readonly engines: Engines) {}

  execute({ taskId, by, context }: ClaimTask): Promise<Written<null>> {
    return carryOutOnTasks(
      this.engines,
      { type: 'ClaimTask', data: { referralId: referralIdOf(taskId), taskId, by } },
      context,
    );
  }
}
