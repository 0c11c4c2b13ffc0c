import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Assignee } from '@throughline/domain';
import { Engines } from '../engine/engines.js';
import type { Written } from '../http/written.js';
import type { CommandContext } from '../idempotency/command-context.js';
import { carryOutOnTasks, referralIdOf } from './carry-out-on-tasks.js';

/** POST /tasks/{taskId}/release: the caller gives it back to the queue. */
export class ReleaseTask extends Command<Written<null>> {
  constructor(
    readonly taskId: string,
    readonly by: Assignee,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ReleaseTask)
export class ReleaseTaskHandler implements ICommandHandler<ReleaseTask> {
  constructor(private readonly engines: Engines) {}

  execute({ taskId, by, context }: ReleaseTask): Promise<Written<null>> {
    return carryOutOnTasks(
      this.engines,
      { type: 'ReleaseTask', data: { referralId: referralIdOf(taskId), taskId, by } },
      context,
    );
  }
}
