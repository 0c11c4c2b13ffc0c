import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type {
  AssigneeOption,
  listTasksQuery,
  suggestTaskSearchesQuery,
  summarizeTasksQuery,
  TaskDetail,
  TaskOutcome,
  TaskQueue,
  TaskSummary,
} from '@throughline/contracts';
import { stoppedTaskId } from '@throughline/domain';
import {
  getTask,
  listTaskOutcomes,
  listTasks,
  suggestSearches,
  summarizeTasks,
  tasksUnder,
} from '@throughline/read-models';
import type { z } from 'zod';
import { AccessLog } from '../access-log/access-log.js';
import { type ApiDatabase, DATABASE } from '../engines/engines.js';
import { reachPosition, readList, ReadModels } from '../engines/read-models.js';
import { notFound } from '../http/http-error.js';
import type { Caller } from '../identity/caller.js';
import { ReadableReferrals } from '../referral-access/readable-referrals.js';
import { Assignees, requireAssignees } from './assignees.js';

/** GET /tasks: the queue of the staff. */
export class ListTaskQueue extends Query<TaskQueue> {
  constructor(
    readonly query: z.output<typeof listTasksQuery>,
    readonly caller: Caller,
    readonly gone: AbortSignal,
  ) {
    super();
  }
}

@QueryHandler(ListTaskQueue)
export class ListTaskQueueHandler implements IQueryHandler<ListTaskQueue> {
  constructor(
    @Inject(DATABASE) private readonly database: ApiDatabase,
    private readonly accessLog: AccessLog,
  ) {}

  async execute({ query, caller, gone }: ListTaskQueue): Promise<TaskQueue> {
    const { minPosition, sortModel, ...filters } = query;
    await reachPosition(this.database.db, minPosition);
    await requireAssignees(this.database.db, query.assignee);
    const queue = await readList(this.database, { search: filters.search, gone }, (db) =>
      listTasks(db, { ...filters, viewerUserId: caller.actor.userId ?? '', sort: sortModel?.[0] }),
    );
    const referralIds = [...new Set(queue.rows.map((row) => row.referralId))];
    await this.accessLog.record({ caller, screen: 'Queue', referralIds });
    return queue;
  }
}

/** GET /tasks/summary: counts, which name no member. */
export class SummarizeTasks extends Query<TaskSummary> {
  constructor(
    readonly query: z.output<typeof summarizeTasksQuery>,
    readonly caller: Caller,
    readonly gone: AbortSignal,
  ) {
    super();
  }
}

@QueryHandler(SummarizeTasks)
export class SummarizeTasksHandler implements IQueryHandler<SummarizeTasks> {
  constructor(@Inject(DATABASE) private readonly database: ApiDatabase) {}

  async execute({ query: { minPosition, ...filters }, caller, gone }: SummarizeTasks): Promise<TaskSummary> {
    await reachPosition(this.database.db, minPosition);
    await requireAssignees(this.database.db, filters.assignee);
    const narrowing = { ...filters, viewerUserId: caller.actor.userId ?? '' };
    return readList(this.database, { search: filters.search, gone }, (db) => summarizeTasks(db, narrowing));
  }
}

/** GET /tasks/suggestions */
export class SuggestTaskSearches extends Query<readonly string[]> {
  constructor(
    readonly query: z.output<typeof suggestTaskSearchesQuery>,
    readonly caller: Caller,
    readonly gone: AbortSignal,
  ) {
    super();
  }
}

@QueryHandler(SuggestTaskSearches)
export class SuggestTaskSearchesHandler implements IQueryHandler<SuggestTaskSearches> {
  constructor(
    @Inject(DATABASE) private readonly database: ApiDatabase,
    private readonly accessLog: AccessLog,
  ) {}

  async execute({ query, caller, gone }: SuggestTaskSearches): Promise<readonly string[]> {
    const { search, minPosition, ...filters } = query;
    await reachPosition(this.database.db, minPosition);
    await requireAssignees(this.database.db, filters.assignee);
    const suggested = await readList(this.database, { search, gone }, (db) =>
      suggestSearches(db, { among: tasksUnder(filters), search }),
    );
    return this.accessLog.recordSuggested({ caller, screen: 'Queue, suggested searches' }, suggested);
  }
}

/** GET /tasks/{taskId}: one task, open or completed, as the queue shows it. */
export class ReadTask extends Query<TaskDetail> {
  constructor(
    readonly taskId: string,
    readonly minPosition: number,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(ReadTask)
export class ReadTaskHandler implements IQueryHandler<ReadTask> {
  constructor(
    private readonly readModels: ReadModels,
    private readonly accessLog: AccessLog,
  ) {}

  execute({ taskId, minPosition, caller }: ReadTask): Promise<TaskDetail> {
    return this.readModels.readAt(minPosition, async (db) => {
      const task = await getTask(db, taskId);
      if (!task) throw notFound('task');
      await this.accessLog.record({ caller, screen: 'Task', referralIds: [task.referralId] });
      return task;
    });
  }
}

/** GET /referrals/referral/{id}/outcomes: what was recorded of the referral's tasks. */
export class ListTaskOutcomes extends Query<readonly TaskOutcome[]> {
  constructor(
    readonly referralId: string,
    readonly minPosition: number,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(ListTaskOutcomes)
export class ListTaskOutcomesHandler implements IQueryHandler<ListTaskOutcomes> {
  constructor(
    private readonly readModels: ReadModels,
    private readonly referrals: ReadableReferrals,
  ) {}

  execute({ referralId, minPosition, caller }: ListTaskOutcomes): Promise<readonly TaskOutcome[]> {
    return this.readModels.readAt(minPosition, async (db) => {
      await this.referrals.open(caller, referralId, 'Task');
      return listTaskOutcomes(db, referralId);
    });
  }
}

/** GET /referrals/referral/{id}/stopped-task (ordering specification, section 4, Stopping items). */
export class ReadStoppedTask extends Query<string> {
  constructor(
    readonly referralId: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(ReadStoppedTask)
export class ReadStoppedTaskHandler implements IQueryHandler<ReadStoppedTask> {
  constructor(private readonly referrals: ReadableReferrals) {}

  async execute({ referralId, caller }: ReadStoppedTask): Promise<string> {
    await this.referrals.open(caller, referralId, 'Task');
    return stoppedTaskId(referralId);
  }
}

/** GET /tasks/assignees: people that a task can be assigned to, by name. */
export class ListAssignees extends Query<readonly AssigneeOption[]> {
  constructor(readonly minPosition: number) {
    super();
  }
}

@QueryHandler(ListAssignees)
export class ListAssigneesHandler implements IQueryHandler<ListAssignees> {
  constructor(
    @Inject(DATABASE) private readonly database: ApiDatabase,
    private readonly assignees: Assignees,
  ) {}

  async execute({ minPosition }: ListAssignees): Promise<readonly AssigneeOption[]> {
    await reachPosition(this.database.db, minPosition);
    return this.assignees.list();
  }
}
