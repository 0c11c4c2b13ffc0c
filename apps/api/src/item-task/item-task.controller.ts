import { Controller, Inject } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type OpenRecertificationBody, type OpenTaskBody, taskActRoutes, taskRoutes } from '@throughline/contracts';
import {
  type Assignee,
  isRecertificationId,
  type ItemTaskCommand,
  type Moment,
  taskDeciderOf,
  type UndoOutcome,
  type UnstopItems,
} from '@throughline/domain';
import type { CommandContext, CommandResult } from '../command/command-context.js';
import { ExecuteCommand } from '../command/execute-command.js';
import { type ApiConfig, CONFIG } from '../engines/engines.js';
import { signInRequired } from '../http/http-error.js';
import { Serves } from '../http/serves.js';
import type { Caller } from '../identity/caller.js';
import { AssignTaskRequest, AssignTasksRequest } from './assign-tasks.js';
import { assigneeOf, referralIdOf } from './assignees.js';
import { type TaskActRequest, TaskReads, type TaskRequest } from './item-task.reads.js';
import { OpenRecertificationRequest, ReopenRecertificationRequest } from './recertifications.js';
import { RecordOutcomeRequest } from './record-outcome.js';

@Controller()
export class ItemTaskController {
  constructor(
    private readonly commands: CommandBus,
    private readonly reads: TaskReads,
    @Inject(CONFIG) private readonly config: Pick<ApiConfig, 'taskDayMs'>,
  ) {}

  @Serves(taskRoutes.list)
  list(request: TaskRequest<'list'>) {
    return this.reads.list(request);
  }

  @Serves(taskRoutes.export)
  export(request: TaskRequest<'export'>) {
    return this.reads.export(request);
  }

  @Serves(taskRoutes.summarize)
  summarize(request: TaskRequest<'summarize'>) {
    return this.reads.summarize(request);
  }

  @Serves(taskRoutes.suggestSearches)
  suggestSearches(request: TaskRequest<'suggestSearches'>) {
    return this.reads.suggestSearches(request);
  }

  @Serves(taskRoutes.listAssignees)
  listAssignees(request: TaskRequest<'listAssignees'>) {
    return this.reads.listAssignees(request);
  }

  @Serves(taskRoutes.read)
  read(request: TaskRequest<'read'>) {
    return this.reads.read(request);
  }

  @Serves(taskRoutes.open)
  open({ body, caller, context }: TaskRequest<'open'>): Promise<CommandResult<{ readonly taskId: string } | null>> {
    const data = { ...this.momentOf(context), by: byCaller(caller) };
    if (!isRecertification(body)) {
      const { task, taskData } = body;
      return this.decide({ type: 'OpenTask', data: { ...data, ...taskData, task } }, context);
    }
    const { startOn, besides, ...facts } = body.taskData;
    const opening = { ...data, task: body.task, facts, startOn };
    return this.commands.execute(new OpenRecertificationRequest(opening, besides, context));
  }

  @Serves(taskRoutes.listRecertifications)
  listRecertifications(request: TaskRequest<'listRecertifications'>) {
    return this.reads.listRecertifications(request);
  }

  @Serves(taskRoutes.readRecertification)
  readRecertification(request: TaskRequest<'readRecertification'>) {
    return this.reads.readRecertification(request);
  }

  @Serves(taskRoutes.correctRecertification)
  correctRecertification({ params: { id }, body, context }: TaskRequest<'correctRecertification'>) {
    const { parentId: seen, besides, ...facts } = body;
    const data = { referralId: id, seen, facts, at: context.at };
    const command = { type: 'CorrectRecertification', data } as const;
    return this.commands.execute(new ReopenRecertificationRequest(command, besides, context));
  }

  @Serves(taskRoutes.assignSeveral)
  assignSeveral({ body, stillAllowed, context }: TaskRequest<'assignSeveral'>) {
    return this.commands.execute(new AssignTasksRequest(body, stillAllowed, context));
  }

  @Serves(taskRoutes.listOutcomes)
  listOutcomes(request: TaskRequest<'listOutcomes'>) {
    return this.reads.listOutcomes(request);
  }

  @Serves(taskActRoutes.list)
  listActs(request: TaskActRequest<'list'>) {
    return this.reads.listActs(request);
  }

  @Serves(taskRoutes.readStoppedTask)
  readStoppedTask(request: TaskRequest<'readStoppedTask'>) {
    return this.reads.readStoppedTask(request);
  }

  @Serves(taskRoutes.unstopItems)
  unstopItems({ body: { besides, ...body }, context }: TaskRequest<'unstopItems'>) {
    return this.reopen({ type: 'UnstopItems', data: { ...this.momentOf(context), ...body } }, besides, context);
  }

  @Serves(taskRoutes.cancelItems)
  cancelItems({ body, context }: TaskRequest<'cancelItems'>) {
    return this.decide({ type: 'CancelItems', data: { ...body, at: context.at } }, context);
  }

  @Serves(taskRoutes.claim)
  claim({ params: { taskId }, caller, context }: TaskRequest<'claim'>) {
    return this.decide({ type: 'ClaimTask', data: { ...taskOf(taskId), by: byCaller(caller) } }, context);
  }

  @Serves(taskRoutes.release)
  release({ params: { taskId }, caller, context }: TaskRequest<'release'>) {
    return this.decide({ type: 'ReleaseTask', data: { ...taskOf(taskId), by: byCaller(caller) } }, context);
  }

  @Serves(taskRoutes.assign)
  assign({ params: { taskId }, body, context }: TaskRequest<'assign'>) {
    return this.commands.execute(new AssignTaskRequest(taskId, body, context));
  }

  @Serves(taskRoutes.recordOutcome)
  recordOutcome({ params: { taskId }, body, caller, context }: TaskRequest<'recordOutcome'>) {
    const { itemIds = null, method = null, externalItems = [], ...values } = body;
    const by = byCaller(caller);
    const data = { ...this.momentOf(context), ...taskOf(taskId), by, ...values, itemIds, method, externalItems };
    return this.commands.execute(new RecordOutcomeRequest(data, context));
  }

  @Serves(taskRoutes.undoOutcome)
  undoOutcome({ params: { outcomeId }, caller, context }: TaskRequest<'undoOutcome'>) {
    const referralId = referralIdOf(outcomeId);
    const data = { ...this.momentOf(context), referralId, outcomeId, by: byCaller(caller) };
    return this.reopen({ type: 'UndoOutcome', data }, [], context);
  }

  @Serves(taskRoutes.move)
  move({ params: { taskId }, body: { reason: note, ...body }, caller, context }: TaskRequest<'move'>) {
    const data = { ...this.momentOf(context), ...taskOf(taskId), by: byCaller(caller), ...body, note };
    return this.decide({ type: 'MoveItems', data }, context);
  }

  @Serves(taskRoutes.hold)
  hold({ params: { taskId }, body, caller, context }: TaskRequest<'hold'>) {
    const data = { ...this.momentOf(context), ...taskOf(taskId), by: byCaller(caller), ...body };
    return this.decide({ type: 'PutTaskOnHold', data }, context);
  }

  @Serves(taskRoutes.resume)
  resume({ params: { taskId }, body, caller, context }: TaskRequest<'resume'>) {
    const data = { ...taskOf(taskId), ...body, by: byCaller(caller), at: context.at };
    return this.decide({ type: 'ResumeTask', data }, context);
  }

  @Serves(taskRoutes.stop)
  stop({ params: { taskId }, body, context }: TaskRequest<'stop'>) {
    return this.decide({ type: 'StopItems', data: { ...taskOf(taskId), ...body, at: context.at } }, context);
  }

  private decide(command: ItemTaskCommand, context: CommandContext) {
    return this.commands.execute(
      new ExecuteCommand(taskDeciderOf(command.data.referralId), command.data.referralId, command, context),
    );
  }

  /** For a recertification, together with the other recertifications of its referral. */
  private reopen(command: UnstopItems | UndoOutcome, besides: readonly string[], context: CommandContext) {
    return isRecertificationId(command.data.referralId)
      ? this.commands.execute(new ReopenRecertificationRequest(command, besides, context))
      : this.decide(command, context);
  }

  /** The time of the command, and the length of a day, which demos shorten. */
  private momentOf({ at }: CommandContext): Moment {
    return { at, dayMs: this.config.taskDayMs ?? null };
  }
}

const isRecertification = (body: OpenTaskBody): body is OpenRecertificationBody => 'member' in body.taskData;

const taskOf = (taskId: string) => ({ referralId: referralIdOf(taskId), taskId });

/** The caller as the person who does the work. */
function byCaller({ account }: Caller): Assignee {
  if (!account) throw signInRequired();
  return assigneeOf(account);
}
