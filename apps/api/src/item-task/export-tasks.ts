import { Readable } from 'node:stream';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { exportTasksQuery, TaskQueueRow } from '@throughline/contracts';
import { outcomeLabel } from '@throughline/domain';
import { BYTE_ORDER_MARK, csvLine } from '@throughline/platform';
import { listTaskIds, readTasks } from '@throughline/read-models';
import type { z } from 'zod';
import { AccessLog } from '../access-log/access-log.js';
import { type ApiDatabase, DATABASE } from '../engines/engines.js';
import { reachPosition } from '../engines/read-models.js';
import type { Caller } from '../identity/caller.js';
import { requireAssignees } from './assignees.js';

/** GET /tasks/export */
export class ExportTasks extends Query<Readable> {
  constructor(
    readonly query: z.output<typeof exportTasksQuery>,
    readonly caller: Caller,
  ) {
    super();
  }
}

const BATCH_TASKS = 500;

/**
 * The tasks that the queue lists now, as each is when its batch is read. No transaction is open while the client reads. Each batch is in the
 * access log before it is sent; a client that leaves destroys the stream, and nothing more is read.
 */
@QueryHandler(ExportTasks)
export class ExportTasksHandler implements IQueryHandler<ExportTasks> {
  constructor(
    @Inject(DATABASE) private readonly database: ApiDatabase,
    private readonly accessLog: AccessLog,
  ) {}

  async execute({ query, caller }: ExportTasks): Promise<Readable> {
    const { minPosition, sortModel, ...filters } = query;
    const { db, adHoc } = this.database;
    await reachPosition(db, minPosition);
    await requireAssignees(db, filters.assignee);
    const filter = { ...filters, viewerUserId: caller.actor.userId ?? '', sort: sortModel?.[0] };
    const taskIds = await listTaskIds(adHoc, filter);
    const read = async (batch: readonly string[]) => {
      const rows = await readTasks(adHoc, batch);
      const referralIds = [...new Set(rows.map(({ referralId }) => referralId))];
      await this.accessLog.record({ caller, screen: 'Queue export', referralIds });
      return rows;
    };
    return Readable.from(csvOf(taskIds, read), { objectMode: false, highWaterMark: 1 });
  }
}

const COLUMNS: readonly (readonly [header: string, cell: (row: TaskQueueRow) => string | null])[] = [
  ['Task', ({ task }) => task],
  ['Department', ({ department }) => department],
  ['Sub-departments', ({ categories }) => categories.join(', ')],
  ['Due (UTC)', ({ dueAt }) => dueAt],
  ['On hold until', ({ onHold }) => onHold?.until ?? null],
  ['Member last name', ({ memberLastName }) => memberLastName],
  ['Member first name', ({ memberFirstName }) => memberFirstName],
  ['State', ({ memberState }) => memberState],
  ['Items', ({ items }) => items.map(({ item, qty }) => `${item} × ${qty}`).join(', ')],
  // In groups, as the screens show it: a spreadsheet makes a rounded number of 15 digits.
  ['Referral', ({ referralId }) => inGroups(referralId)],
  ['Ordered (UTC)', ({ caseOpenedAt }) => caseOpenedAt],
  ['In step since (UTC)', ({ stepSince }) => stepSince],
  ['Assigned to', ({ assignee }) => assignee?.name ?? null],
  ['Completed (UTC)', ({ completedAt }) => completedAt],
  ['Outcome', ({ task, outcome }) => (outcome ? outcomeLabel(task, outcome.name) : null)],
];

/** Five digits each, as on the screens. Every field of ours takes it, and spreadsheets keep it as text. */
const inGroups = (id: string): string => id.replaceAll(/\d{5}(?=\d)/g, '$& ');

/** A CSV file (RFC 4180) in chunks: the header, then a chunk for each batch. */
export async function* csvOf(
  taskIds: readonly string[],
  read: (batch: readonly string[]) => Promise<readonly TaskQueueRow[]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(COLUMNS.map(([header]) => header));
  for (let from = 0; from < taskIds.length; from += BATCH_TASKS) {
    const rows = await read(taskIds.slice(from, from + BATCH_TASKS));
    yield rows.map((row) => csvLine(COLUMNS.map(([, cell]) => cell(row) ?? ''))).join('');
  }
}
