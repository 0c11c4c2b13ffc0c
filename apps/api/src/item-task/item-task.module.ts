import { Module } from '@nestjs/common';
import { AssignTaskHandler } from './assign-task.js';
import { AssignTasksHandler } from './assign-tasks.js';
import { CancelItemsHandler } from './cancel-items.js';
import { ClaimTaskHandler } from './claim-task.js';
import { CompleteTaskHandler } from './complete-task.js';
import { ItemTaskController } from './item-task.controller.js';
import { ListAssigneesHandler } from './list-assignees.js';
import { ListTaskQueueHandler } from './list-task-queue.js';
import { MoveItemsHandler } from './move-items.js';
import { OpenTaskHandler } from './open-task.js';
import { ReadTaskHandler } from './read-task.js';
import { ReleaseTaskHandler } from './release-task.js';
import { StopItemsHandler } from './stop-items.js';

@Module({
  controllers: [ItemTaskController],
  providers: [
    ListTaskQueueHandler,
    ReadTaskHandler,
    ListAssigneesHandler,
    OpenTaskHandler,
    ClaimTaskHandler,
    ReleaseTaskHandler,
    AssignTaskHandler,
    AssignTasksHandler,
    CompleteTaskHandler,
    MoveItemsHandler,
    StopItemsHandler,
    CancelItemsHandler,
  ],
})
export class ItemTaskModule {}
