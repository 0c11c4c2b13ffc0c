import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AssignTaskBody, AssignTasksAnswer, AssignTasksBody } from '@throughline/contracts';
import { type AssignTask, DomainError, taskDeciderOf } from '@throughline/domain';
import { derivedCommandId, type EventStore } from '@throughline/event-store';
import { type CommandContext, CommandResult } from '../command/command-context.js';
import { executeCommand } from '../command/execute-command.js';
import { EVENT_STORE } from '../engines/engines.js';
import { HttpError } from '../http/http-error.js';
import { Assignees, referralIdOf } from './assignees.js';

/** Assigns a task to a person, even if another person has claimed it. */
export class AssignTaskRequest extends Command<CommandResult<null>> {
  constructor(
    readonly taskId: string,
    readonly body: AssignTaskBody,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(AssignTaskRequest)
export class AssignTaskHandler implements ICommandHandler<AssignTaskRequest> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly assignees: Assignees,
  ) {}

  async execute({ taskId, body, context }: AssignTaskRequest): Promise<CommandResult<null>> {
    const assignee = await this.assignees.find(body.userId, context);
    return assign(this.store, { taskId, assignee, seen: body.seen }, context);
  }
}

/**
 * Assigns several tasks to one person. Each task is decided by itself, so some may be assigned and others refused: all that are left once the caller
 * has lost the right to assign any.
 */
export class AssignTasksRequest extends Command<CommandResult<AssignTasksAnswer>> {
  constructor(
    readonly body: AssignTasksBody,
    /** Throws like the guard if the caller has lost it. */
    readonly stillAllowed: () => Promise<unknown>,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(AssignTasksRequest)
export class AssignTasksHandler implements ICommandHandler<AssignTasksRequest> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly assignees: Assignees,
  ) {}

  async execute({ body, stillAllowed, context }: AssignTasksRequest): Promise<CommandResult<AssignTasksAnswer>> {
    await this.assignees.find(body.userId, context);
    const results: AssignTasksAnswer['results'] = [];
    let position = 0;
    let lost: HttpError | null = null;
    const refusedBefore = refusedIn(context.first);
    for (const taskId of new Set(body.taskIds)) {
      // Nothing was done to it that could have been undone: the refusal stays the answer.
      const refused = refusedBefore.find((result) => result.taskId === taskId);
      if (refused) {
        results.push(refused);
        continue;
      }
      // Many tasks take seconds, in which either account may be deactivated.
      lost ??= await stillAllowed().then(() => null, lostRight);
      if (lost) {
        const { code, message } = lost;
        results.push({ taskId, assigned: false, code, message });
        continue;
      }
      const commandId = derivedCommandId(context.commandId, `assign ${taskId}`);
      try {
        const assignee = await this.assignees.find(body.userId, context);
        const act = { taskId, assignee, seen: body.seen?.[taskId] };
        const assigned = await assign(this.store, act, { ...context, commandId });
        position = Math.max(position, assigned.position);
        results.push({ taskId, assigned: true });
      } catch (error) {
        if (!(error instanceof DomainError || isRefusal(error))) throw error;
        const { code, message } = error;
        const more = error instanceof HttpError ? error.more : {};
        results.push({ taskId, assigned: false, code, message, ...(more.errors && { errors: more.errors }) });
        // The next read then includes who holds the task now.
        position = Math.max(position, await this.store.head());
      }
    }
    return new CommandResult({ results }, position);
  }
}

/** The tasks that were not assigned when the request was answered first. */
function refusedIn(first: CommandContext['first']): AssignTasksAnswer['results'] {
  // The first answer was stored under the key of the same request, so it is an answer of this route.
  return ((first?.answer ?? { results: [] }) as AssignTasksAnswer).results.filter(({ assigned }) => !assigned);
}

function lostRight(error: unknown): HttpError {
  if (error instanceof HttpError && (error.status === 401 || error.status === 403)) return error;
  throw error;
}

const isRefusal = (error: unknown): error is HttpError => error instanceof HttpError && error.status === 409;

function assign(store: EventStore, act: Omit<AssignTask['data'], 'referralId'>, context: CommandContext) {
  const referralId = referralIdOf(act.taskId);
  const command = { type: 'AssignTask', data: { referralId, ...act } } as const;
  return executeCommand(store, taskDeciderOf(referralId), referralId, command, context);
}
