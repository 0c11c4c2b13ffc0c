import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { TaskQueueRow } from '@throughline/contracts';
import { getTask } from '@throughline/read-models';
import { AccessLog } from '../access-log/access-log.js';
import { Engines } from '../engine/engines.js';
import { readAt } from '../engine/read-at.js';
import { notFound } from '../http/refusal.js';
import type { Caller } from '../identity/caller.js';

/** GET /tasks/{taskId}: one task, open or completed, as the queue shows it. */
export class ReadTask extends Query<TaskQueueRow> {
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
    private readonly engines: Engines,
    private readonly accessLog: AccessLog,
  ) {}

  async execute({ taskId, minPosition, caller }: ReadTask): Promise<TaskQueueRow> {
    return readAt(this.engines, minPosition, async () => {
      const task = await getTask(this.engines.db, taskId);
      if (!task) throw notFound('task');
      await this.accessLog.record({ caller, screen: 'Task', referralIds: [task.referralId] });
      return task;
    });
  }
}
