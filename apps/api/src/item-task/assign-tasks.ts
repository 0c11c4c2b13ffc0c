import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AssignTasksAnswer, AssignTasksBody } from '@throughline/contracts';
import { Rejection, type Assignee } from '@throughline/domain';
import { derivedCommandId } from '@throughline/event-store';
import { Engines } from '../engine/engines.js';
import { Written } from '../http/written.js';
import type { CommandContext } from '../idempotency/command-context.js';
import { carryOutOnTasks, referralIdOf } from './carry-out-on-tasks.js';
import { findAssignee } from './assignee.js';

/** POST /tasks/assign: several at once. Each task is a decision of its own, so some may be given and others not. */
export class AssignTasks extends Command<Written<AssignTasksAnswer>> {
  constructor(
    readonly body: AssignTasksBody,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(AssignTasks)
export class AssignTasksHandler implements ICommandHandler<AssignTasks> {
  constructor(private readonly engines: Engines) {}

  async execute({ body, context }: AssignTasks): Promise<Written<AssignTasksAnswer>> {
    const assignee = await findAssignee(this.engines, body.userId);
    const results: AssignTasksAnswer['results'] = [];
    let position = 0;
    for (const taskId of new Set(body.taskIds)) {
      const outcome = await this.assign(taskId, assignee, context);
      if (outcome instanceof Written) position = Math.max(position, outcome.position);
      results.push(
        outcome instanceof Written
          ? { taskId, assigned: true }
          : { taskId, assigned: false, code: outcome.code, message: outcome.message },
      );
    }
    return new Written({ results }, position);
  }

  private async assign(
    taskId: string,
    assignee: Assignee,
    context: CommandContext,
  ): Promise<Written<null> | Rejection> {
    const commandId = derivedCommandId(context.commandId, `assign ${taskId}`);
    const data = { referralId: referralIdOf(taskId), taskId, assignee };
    try {
      return await carryOutOnTasks(this.engines, { type: 'AssignTask', data }, { ...context, commandId });
    } catch (error) {
      if (error instanceof Rejection) return error;
      throw error;
    }
  }
}
