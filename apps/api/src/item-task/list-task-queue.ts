import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { listTasksQuery, TaskQueue } from '@throughline/contracts';
import { listTasks, waitUntilProjected } from '@throughline/read-models';
import type { z } from 'zod';
import { AccessLog } from '../access-log/access-log.js';
import { Engines } from '../engine/engines.js';
import type { Caller } from '../identity/caller.js';

/** GET /tasks: the queue of the staff. */
export class ListTaskQueue extends Query<TaskQueue> {
  constructor(
    readonly asked: z.output<typeof listTasksQuery>,
    readonly caller: Caller,
  ) {
    super();
  }
}

@QueryHandler(ListTaskQueue)
export class ListTaskQueueHandler implements IQueryHandler<ListTaskQueue> {
  constructor(
    private readonly engines: Engines,
    private readonly accessLog: AccessLog,
  ) {}

  async execute({ asked, caller }: ListTaskQueue): Promise<TaskQueue> {
    const { minPosition, sortModel, ...query } = asked;
    const { db, adHoc } = this.engines;
    await waitUntilProjected(db, minPosition);
    const queue = await listTasks(adHoc, { ...query, viewerUserId: caller.actor.userId ?? '', sort: sortModel?.[0] });
    const referralIds = [...new Set(queue.rows.map((row) => row.referralId))];
    await this.accessLog.record({ caller, screen: 'Queue', referralIds });
    return queue;
  }
}
