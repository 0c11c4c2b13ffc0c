import { describe, expect, it } from '@jest/globals';
import { given } from '../kernel/given.testing.js';
import type { ItemTaskCommand } from './item-task.commands.js';
import { itemTaskDecider } from './item-task.decider.js';
import type { ItemTaskEvent } from './item-task.events.js';
import type { TaskName } from './task-catalogue.js';

const referralId = '1';
/** Noon in Chicago: due days end at 06:00 UTC. */
const at = '2026-11-20T18:00:00.000Z';
const moment = { referralId, at, dayMs: null };
const dana = { userId: 'u-dana', name: 'Dana Whitfield' };
const minh = { userId: 'u-minh', name: 'Minh Tran' };

const opened = (n: number, task: TaskName, itemIds: number[], dueAt = '2026-11-21T06:00:00.000Z'): ItemTaskEvent => ({
  type: 'TaskOpened',
  data: { referralId, taskId: `1-${n}`, task, itemIds, openedAt: at, dueAt },
});
const moved = (from: number, to: number, itemIds: number[]): ItemTaskEvent => ({
  type: 'ItemsMovedToTask',
  data: { referralId, fromTaskId: `1-${from}`, toTaskId: `1-${to}`, itemIds, movedAt: at },
});
const completed = (n: number): ItemTaskEvent => ({
  type: 'TaskCompleted',
  data: { referralId, taskId: `1-${n}`, completedAt: at },
});
const claimed = (n: number, assignee = dana): ItemTaskEvent => ({
  type: 'TaskClaimed',
  data: { referralId, taskId: `1-${n}`, assignee },
});
const assigned = (n: number, assignee = dana): ItemTaskEvent => ({
  type: 'TaskAssigned',
  data: { referralId, taskId: `1-${n}`, assignee },
});
const released = (n: number): ItemTaskEvent => ({ type: 'TaskReleased', data: { referralId, taskId: `1-${n}` } });
const fellDue = (n: number): ItemTaskEvent => ({
  type: 'TaskFellDue',
  data: { referralId, taskId: `1-${n}`, dueAt: '2026-11-21T06:00:00.000Z' },
});
const stopped = (n: number, itemIds: number[]): ItemTaskEvent => ({
  type: 'ItemsStopped',
  data: { referralId, taskId: `1-${n}`, itemIds, reason: 'Not covered', stoppedAt: at },
});
const canceled = (itemIds: number[]): ItemTaskEvent => ({
  type: 'ItemsCanceled',
  data: { referralId, itemIds, canceledAt: at },
});

const openFirst = (...itemIds: number[]): ItemTaskCommand => ({ type: 'OpenFirstTask', data: { ...moment, itemIds } });
const open = (task: TaskName, itemIds: number[], by = dana): ItemTaskCommand => ({
  type: 'OpenTask',
  data: { ...moment, task, itemIds, by },
});
const claim = (n: number, by = dana): ItemTaskCommand => ({
  type: 'ClaimTask',
  data: { referralId, taskId: `1-${n}`, by },
});
const release = (n: number, by = dana): ItemTaskCommand => ({
  type: 'ReleaseTask',
  data: { referralId, taskId: `1-${n}`, by },
});
const assign = (n: number, assignee = dana): ItemTaskCommand => ({
  type: 'AssignTask',
  data: { referralId, taskId: `1-${n}`, assignee },
});
const complete = (n: number, ...moves: [TaskName, number[]][]): ItemTaskCommand => ({
  type: 'CompleteTask',
  data: { ...moment, taskId: `1-${n}`, by: dana, moves: moves.map(([task, itemIds]) => ({ task, itemIds })) },
});
const move = (n: number, task: TaskName, itemIds: number[], by = dana): ItemTaskCommand => ({
  type: 'MoveItems',
  data: { ...moment, taskId: `1-${n}`, task, itemIds, by },
});
const stop = (...itemIds: number[]): ItemTaskCommand => ({
  type: 'StopItems',
  data: { referralId, itemIds, reason: 'Not covered', at },
});
const cancel = (...itemIds: number[]): ItemTaskCommand => ({ type: 'CancelItems', data: { referralId, itemIds, at } });
const fireDueDay = (n: number, time: string): ItemTaskCommand => ({
  type: 'FireDueDay',
  data: { referralId, taskId: `1-${n}`, at: time },
});

const after = (...events: ItemTaskEvent[]) => given(itemTaskDecider, events);

describe('Item task', () => {
  describe('before the first one', () => {
    it('is opened for every item, due at the end of the day', () => {
      after()
        .when(openFirst(1, 2))
        .then([opened(1, 'Create Patient', [1, 2])]);
    });

    it('is due after a day of another length in demos and tests', () => {
      const [event] = after()
        .when({ type: 'OpenFirstTask', data: { ...moment, itemIds: [1], dayMs: 1000 } })
        .events();
      expect(event).toMatchObject({ data: { dueAt: '2026-11-20T18:00:01.000Z' } });
    });

    it('has no items that could be sent on', () => {
      after()
        .when(open('Select Items', [1]))
        .thenRejected('item-task/unknown-item');
      after().when(stop(1)).thenRejected('item-task/unknown-item');
    });
  });

  describe('when open', () => {
    const task = after(opened(1, 'Create Patient', [1, 2]));

    it('is not opened a second time by the policy', () => {
      task.when(openFirst(1, 2)).thenNothing();
    });

    it('is claimed', () => {
      task.when(claim(1)).then([claimed(1)]);
    });

    it('is assigned', () => {
      task.when(assign(1, minh)).then([assigned(1, minh)]);
    });

    it('has nobody to release it', () => {
      task.when(release(1)).thenNothing();
    });

    it('loses items to a task that is opened for them', () => {
      task.when(open('Select Items', [2])).then([opened(2, 'Select Items', [2])]);
    });

    it('is completed when a task is opened for all of its items', () => {
      task.when(open('Select Items', [1, 2])).then([opened(2, 'Select Items', [1, 2]), completed(1)]);
    });

    it('stays as it is when opened again for the items in it', () => {
      task.when(open('Create Patient', [1])).thenNothing();
    });

    it.each(['ClaimTask', 'ReleaseTask', 'AssignTask', 'CompleteTask', 'MoveItems'])('must exist for %s', (type) => {
      const commands = [claim(9), release(9), assign(9), complete(9), move(9, 'Shipped', [1])];
      for (const command of commands.filter((one) => one.type === type)) {
        task.when(command).thenRejected('item-task/unknown-task');
      }
    });
  });

  describe('when claimed', () => {
    const task = after(opened(1, 'Create Patient', [1, 2]), claimed(1));

    it('is not claimed again by the same person', () => {
      task.when(claim(1)).thenNothing();
      task.when(assign(1)).thenNothing();
    });

    it('cannot be claimed, released, completed or emptied by another', () => {
      const byMinh = after(opened(1, 'Create Patient', [1, 2]), claimed(1, minh));
      for (const command of [
        claim(1),
        release(1),
        complete(1, ['Select Items', [1, 2]]),
        move(1, 'Select Items', [1]),
        open('Select Items', [1]),
      ]) {
        byMinh.when(command).thenRejected('item-task/claimed-by-another');
      }
    });

    it('is released by who claimed it', () => {
      task.when(release(1)).then([released(1)]);
      after(opened(1, 'Create Patient', [1]), claimed(1), released(1))
        .when(claim(1, minh))
        .then([claimed(1, minh)]);
    });

    it('can be given to another', () => {
      task.when(assign(1, minh)).then([assigned(1, minh)]);
    });

    it('does not keep items from being stopped', () => {
      task.when(stop(1)).then([stopped(1, [1])]);
    });
  });

  describe('when completed', () => {
    const task = after(opened(1, 'Create Patient', [1, 2]), claimed(1));

    it('sends all its items to a new task', () => {
      task
        .when(complete(1, ['Patient Contact 1st', [1, 2]]))
        .then([opened(2, 'Patient Contact 1st', [1, 2]), completed(1)]);
    });

    it('was claimed by who completed it', () => {
      after(opened(1, 'Create Patient', [1]))
        .when(complete(1, ['Patient Contact 1st', [1]]))
        .then([claimed(1), opened(2, 'Patient Contact 1st', [1]), completed(1)]);
    });

    it('sends its items to several tasks, of which one may be open already', () => {
      const due = '2026-11-28T06:00:00.000Z';
      after(opened(1, 'Create Patient', [1, 2, 3]), claimed(1), opened(2, 'Backordered', [3], due))
        .when(complete(1, ['Select Items', [1]], ['Backordered', [2]]))
        .then([opened(3, 'Select Items', [1]), moved(1, 2, [2]), completed(1)]);
    });

    it('lets items that go to the same task meet there', () => {
      task
        .when(complete(1, ['Select Items', [1]], ['Select Items', [2]]))
        .then([opened(2, 'Select Items', [1]), moved(1, 2, [2]), completed(1)]);
    });

    it('leaves no item behind', () => {
      task.when(complete(1, ['Select Items', [1]])).thenRejected('item-task/item-left-behind');
      task.when(complete(1)).thenRejected('item-task/item-left-behind');
    });

    it('sends no item twice', () => {
      task.when(complete(1, ['Select Items', [1, 2]], ['Shipped', [2]])).thenRejected('item-task/item-sent-twice');
    });

    it('sends none of another task', () => {
      task.when(complete(1, ['Select Items', [1, 2, 3]])).thenRejected('item-task/not-in-task');
    });

    it('does not send items to itself', () => {
      task.when(complete(1, ['Create Patient', [1, 2]])).thenRejected('item-task/same-task');
    });

    it('is over: nothing more can be done with it', () => {
      const over = after(opened(1, 'Create Patient', [1]), opened(2, 'Select Items', [1]), completed(1));
      for (const command of [complete(1), claim(1), release(1), assign(1), move(1, 'Shipped', [])]) {
        over.when(command).thenRejected('item-task/already-completed');
      }
      over.when(fireDueDay(1, '2027-01-01T00:00:00.000Z')).thenNothing();
    });
  });

  describe('Delivered', () => {
    const due = '2026-11-23T06:00:00.000Z';
    const delivered = [opened(1, 'Delivered', [1, 2], due), claimed(1)];

    it('ends without a next task', () => {
      after(...delivered)
        .when(complete(1))
        .then([completed(1)]);
    });

    it('may still send all of its items on', () => {
      after(...delivered)
        .when(complete(1, ['Select Items', [1, 2]]))
        .then([opened(2, 'Select Items', [1, 2]), completed(1)]);
    });

    it('has delivered its items, which neither move nor stop nor are canceled any more', () => {
      const over = after(...delivered, completed(1));
      over.when(open('Shipped', [1])).thenRejected('item-task/not-at-work');
      over.when(stop(2)).thenRejected('item-task/not-at-work');
      over.when(cancel(1)).thenRejected('item-task/not-stopped');
    });
  });

  describe('when some items leave', () => {
    const task = after(opened(1, 'Create Patient', [1, 2]));

    it('keeps the others', () => {
      task.when(move(1, 'Select Items', [2])).then([opened(2, 'Select Items', [2])]);
    });

    it('sends them to the open task of that name', () => {
      after(opened(1, 'Create Patient', [1, 2, 3]), opened(2, 'Select Items', [3]))
        .when(move(1, 'Select Items', [2]))
        .then([moved(1, 2, [2])]);
    });

    it('is completed when none stays', () => {
      task.when(move(1, 'Select Items', [1, 2, 2])).then([opened(2, 'Select Items', [1, 2]), completed(1)]);
    });

    it('changes nothing when they go where they are, or when there are none', () => {
      task.when(move(1, 'Create Patient', [1])).thenNothing();
      task.when(move(1, 'Select Items', [])).thenNothing();
    });

    it('cannot send an item that is elsewhere', () => {
      task.when(move(1, 'Select Items', [3])).thenRejected('item-task/not-in-task');
    });
  });

  describe('when its items are stopped', () => {
    const twoTasks = [opened(1, 'Create Patient', [1, 2]), opened(2, 'Select Items', [2])];

    it('stays open for the rest', () => {
      after(opened(1, 'Create Patient', [1, 2]))
        .when(stop(1))
        .then([stopped(1, [1])]);
    });

    it('is completed with the last of them', () => {
      after(...twoTasks)
        .when(stop(1, 2))
        .then([stopped(1, [1]), stopped(2, [2]), completed(1), completed(2)]);
    });

    it('cannot be completed', () => {
      after(opened(1, 'Create Patient', [1]), stopped(1, [1]), completed(1))
        .when(complete(1, ['Select Items', [1]]))
        .thenRejected('item-task/already-completed');
    });

    const half = after(...twoTasks, stopped(1, [1]), completed(1));

    it('does not stop them again', () => {
      half.when(stop(1)).thenNothing();
      half.when(stop(1, 2)).then([stopped(2, [2]), completed(2)]);
    });

    it('cannot send them on', () => {
      half.when(open('Shipped', [1])).thenRejected('item-task/not-at-work');
    });

    it('can have them canceled', () => {
      half.when(cancel(1, 1)).then([canceled([1])]);
    });

    it('has only stopped ones canceled', () => {
      half.when(cancel(1, 2)).thenRejected('item-task/not-stopped');
      half.when(cancel(3)).thenRejected('item-task/unknown-item');
    });

    it('does not cancel them again, nor stop them after that', () => {
      const over = after(...twoTasks, stopped(1, [1]), completed(1), canceled([1]));
      over.when(cancel(1)).thenNothing();
      over.when(stop(1)).thenRejected('item-task/not-at-work');
    });
  });

  describe('when its due day is over', () => {
    const task = after(opened(1, 'Create Patient', [1]));

    it('falls due', () => {
      task.when(fireDueDay(1, '2026-11-21T06:00:00.000Z')).then([fellDue(1)]);
    });

    it('does not before', () => {
      task.when(fireDueDay(1, '2026-11-21T05:59:59.999Z')).thenNothing();
    });

    it('does once', () => {
      after(opened(1, 'Create Patient', [1]), fellDue(1))
        .when(fireDueDay(1, '2026-11-22T00:00:00.000Z'))
        .thenNothing();
    });

    it('does not where nobody knows the task', () => {
      task.when(fireDueDay(9, '2027-01-01T00:00:00.000Z')).thenNothing();
    });
  });
});
