import { Readable } from 'node:stream';
import { Inject, Injectable, StreamableFile } from '@nestjs/common';
import type { RecertificationDetail, taskActRoutes, taskRoutes } from '@throughline/contracts';
import { type RecertificationAsOf, recertificationStatus, stoppedTaskId } from '@throughline/domain';
import {
  feedPosition,
  getRecertification,
  getTask,
  listRecertifications,
  listTaskIds,
  listTaskOutcomes,
  listTasks,
  readTasks,
  suggestSearches,
  summarizeTasks,
  tasksUnder,
  withNamesakes,
} from '@throughline/read-models';
import { AccessLog } from '../access-log/access-log.js';
import { type ApiDatabase, DATABASE } from '../engines/engines.js';
import { readList, ReadModels } from '../engines/read-models.js';
import { valueDoesNotExist } from '../http/existing-values.js';
import { HttpError, notFound } from '../http/http-error.js';
import type { RouteRequest } from '../http/serves.js';
import { CaseReads } from '../referral-access/case-reads.js';
import { ReadableReferrals } from '../referral-access/readable-referrals.js';
import { Assignees, referralIdOf, requireAssignees } from './assignees.js';
import { csvOf } from './export-tasks.js';
import { actsIn } from './task-acts.js';

export type TaskRequest<Name extends keyof typeof taskRoutes> = RouteRequest<(typeof taskRoutes)[Name]>;
export type TaskActRequest<Name extends keyof typeof taskActRoutes> = RouteRequest<(typeof taskActRoutes)[Name]>;

/** Reads of tasks and of recertifications. */
@Injectable()
export class TaskReads {
  constructor(
    @Inject(DATABASE) private readonly database: ApiDatabase,
    private readonly readModels: ReadModels,
    private readonly accessLog: AccessLog,
    private readonly referrals: ReadableReferrals,
    private readonly cases: CaseReads,
    private readonly assignees: Assignees,
  ) {}

  /** GET /tasks: the queue of the staff. */
  async list({ query, caller, gone }: TaskRequest<'list'>) {
    const { minPosition, sortModel, ...filters } = query;
    await this.readModels.reach(minPosition);
    await requireAssignees(this.database.db, query.assignee);
    const queue = await readList(this.database, { search: filters.search, gone }, async (db) => {
      const sort = sortModel?.[0];
      const list = await listTasks(db, { ...filters, viewerUserId: caller.actor.userId ?? '', sort });
      return withNamesakes(db, { kind: 'all' }, list);
    });
    const referralIds = [...new Set(queue.rows.map((row) => row.referralId))];
    await this.accessLog.record({ caller, screen: 'Queue', referralIds });
    return queue;
  }

  /**
   * GET /tasks/export: the tasks that the queue lists now, each in its state when its batch is read. No transaction is open while the
   * client reads. Each batch is in the access log before it is sent; a client that disconnects destroys the stream, and nothing more is
   * read.
   */
  async export({ query, caller }: TaskRequest<'export'>): Promise<StreamableFile> {
    const { minPosition, sortModel, ...filters } = query;
    const { db, adHoc } = this.database;
    await this.readModels.reach(minPosition);
    await requireAssignees(db, filters.assignee);
    const filter = { ...filters, viewerUserId: caller.actor.userId ?? '', sort: sortModel?.[0] };
    const taskIds = await listTaskIds(adHoc, filter);
    const read = async (batch: readonly string[]) => {
      const rows = await readTasks(adHoc, batch);
      const referralIds = [...new Set(rows.map(({ referralId }) => referralId))];
      await this.accessLog.record({ caller, screen: 'Queue export', referralIds, outcome: 'downloaded' });
      return rows;
    };
    const content = Readable.from(csvOf(taskIds, read, filters.timeZone), { objectMode: false, highWaterMark: 1 });
    return new StreamableFile(content, {
      type: 'text/csv; charset=utf-8',
      disposition: 'attachment; filename="queue.csv"',
    });
  }

  /** GET /tasks/summary: only counts, which name no member. */
  async summarize({ query: { minPosition, ...filters }, caller, gone }: TaskRequest<'summarize'>) {
    await this.readModels.reach(minPosition);
    await requireAssignees(this.database.db, filters.assignee);
    const narrowing = { ...filters, viewerUserId: caller.actor.userId ?? '' };
    return readList(this.database, { search: filters.search, gone }, (db) => summarizeTasks(db, narrowing));
  }

  /** GET /tasks/suggestions */
  async suggestSearches({ query, caller, gone }: TaskRequest<'suggestSearches'>) {
    const { search, timeZone: _timeZone, minPosition, ...filters } = query;
    await this.readModels.reach(minPosition);
    await requireAssignees(this.database.db, filters.assignee);
    const suggested = await readList(this.database, { search, gone }, (db) =>
      suggestSearches(db, { among: tasksUnder(filters), search }),
    );
    return this.accessLog.recordSuggested({ caller, screen: 'Queue, suggested searches' }, suggested);
  }

  /** GET /tasks/assignees: people that a task can be assigned to, by name. */
  listAssignees({ query: { minPosition } }: TaskRequest<'listAssignees'>) {
    return this.readModels.readAt(minPosition, () => this.assignees.list());
  }

  /** GET /tasks/{taskId}: one task, open or completed, as the queue shows it. */
  read(request: TaskRequest<'read'>) {
    const { params, query, caller } = request;
    const find = async (db: ApiDatabase['db']) => {
      const task = await getTask(db, params.taskId);
      if (!task) throw notFound('task');
      return task;
    };
    if (query.asOf !== undefined) {
      const what = { id: referralIdOf(params.taskId), screen: 'Task', who: 'seesQueue' } as const;
      return this.cases.read(request, what, ({ db }) => find(db));
    }
    return this.readModels.readAt(query.minPosition, async (db) => {
      const task = await find(db);
      await this.accessLog.record({ caller, screen: 'Task', referralIds: [task.referralId] });
      return task;
    });
  }

  /** GET /recertifications */
  async listRecertifications({ query, caller, gone }: TaskRequest<'listRecertifications'>) {
    const { minPosition, search, renews, timeZone } = query;
    await this.readModels.reach(minPosition);
    if (renews !== undefined)
      await this.referrals.require(caller, renews).catch((error: unknown) => {
        throw error instanceof HttpError && error.status === 404 ? valueDoesNotExist('renews') : error;
      });
    const found = await readList(this.database, { search, gone }, (db) =>
      listRecertifications(db, { search, renews, timeZone }),
    );
    const referralIds = found.rows.map(({ recertificationId }) => recertificationId);
    await this.accessLog.record({ caller, screen: 'Recertifications', referralIds });
    return found;
  }

  /** GET /recertifications/{id}. The position is read first, so that every later change is announced. */
  readRecertification(request: TaskRequest<'readRecertification'>) {
    const { id } = request.params;
    return this.cases.read(request, taskOf(id), async ({ db }): Promise<RecertificationDetail> => {
      const feed = await feedPosition(db);
      const found = await getRecertification(db, id);
      if (!found) throw notFound('recertification');
      return { ...detailOf(found), outcomes: [...(await listTaskOutcomes(db, id))], feed };
    });
  }

  /** GET /referrals/referral/{id}/outcomes: the outcomes of the referral's tasks. */
  listOutcomes(request: TaskRequest<'listOutcomes'>) {
    const { id } = request.params;
    return this.cases.read(request, taskOf(id), ({ db }) => listTaskOutcomes(db, id));
  }

  /**
   * GET /referrals/referral/{id}/task-acts: read from the log, so that it is never behind what a page shows. The permission comes from the
   * read models.
   */
  listActs(request: TaskActRequest<'list'>) {
    const { id } = request.params;
    return this.cases.read(request, taskOf(id), ({ store }) => actsIn(store, id));
  }

  /** GET /referrals/referral/{id}/stopped-task (ordering specification, section 4, Stopping items). */
  async readStoppedTask({ params: { id }, caller }: TaskRequest<'readStoppedTask'>) {
    await this.referrals.open(caller, id, 'Task');
    return stoppedTaskId(id);
  }
}

/** The case of a task, for everyone who sees the queue. */
const taskOf = (id: string) => ({ id, screen: 'Task', who: 'seesQueue' }) as const;

function detailOf(recertification: RecertificationAsOf) {
  const { referralId, items, tasks, ...facts } = recertification;
  return {
    ...facts,
    recertificationId: referralId,
    tasks: tasks.map(({ itemIds: _, ...task }) => task),
    status: recertificationStatus(recertification),
    stoppedReason: items[0].stoppedReason,
    ...(items[0].stoppedAt !== undefined && { stoppedAt: items[0].stoppedAt }),
  } as const;
}
