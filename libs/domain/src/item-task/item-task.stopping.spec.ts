import { describe, it } from '@jest/globals';
import { given } from '../kernel/given.testing.js';
import { type ItemTaskCommand, itemTaskDecider } from './item-task.decider.js';
import type { ItemTaskEvent } from './item-task.events.js';
import type { SeenStop } from './acts/stop-items.js';
import {
  cancel,
  canceled,
  completed,
  moved,
  open,
  opened,
  record,
  stop,
  stopped,
  turnDown,
  unstop,
  unstopped,
} from './item-task.testing.js';

const after = (...events: ItemTaskEvent[]) => given(itemTaskDecider, events);

describe('Item task', () => {
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
        .when(record(1, 'created'))
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

    it('refuses a task that is unknown, completed, or without them, when one is named', () => {
      const from = (taskId: string) => ({ ...stop(2), data: { ...stop(2).data, taskId } });
      half.when(from('1-9')).thenRejected('item-task/unknown-task');
      half.when(from('1-1')).thenRejected('item-task/already-completed');
      after(...twoTasks)
        .when(from('1-1'))
        .thenRejected('item-task/not-in-task');
      half.when(from('1-2')).then([stopped(2, [2]), completed(2)]);
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

    it('stops those of a list, each for its own reason, and no other', () => {
      const list = (...items: readonly (readonly [itemId: number, reason: string | null])[]): ItemTaskCommand => ({
        type: 'StopListedItems',
        data: { ...stop().data, items: items.map(([itemId, reason]) => ({ itemId, reason })) },
      });
      const moved = { ...stopped(2, [2]), data: { ...stopped(2, [2]).data, reason: 'Moved' } } as ItemTaskEvent;
      after(...twoTasks)
        .when(list([1, 'Not covered'], [2, 'Moved']))
        .then([stopped(1, [1]), completed(1), moved, completed(2)]);
      half.when(list([1, 'Not covered'], [2, null])).thenNothing();
      half.when(list([1, 'Moved'])).thenRejected('item-task/stopped-otherwise');
      half.when(list([1, null])).thenRejected('item-task/stopped-otherwise');
      half.when(list([3, 'Moved'])).thenRejected('item-task/unknown-item');
      half.when(list([3, null])).thenNothing();
      const over = after(...twoTasks, stopped(1, [1]), completed(1), canceled([1]));
      over.when(list([1, 'Not covered'])).thenNothing();
      over.when(list([1, 'Moved'])).thenRejected('item-task/stopped-otherwise');
    });

    it('stops by a list none that its author saw stopped, and that somebody has taken up since or stopped again', () => {
      const listed = (seenAt: string): ItemTaskCommand => ({
        type: 'StopListedItems',
        data: { ...stop().data, items: [{ itemId: 1, reason: 'Not covered', seenAt }] },
      });
      const { stoppedAt } = stopped(1, [1]).data as { readonly stoppedAt: string };
      const opening = opened(1, 'Create Patient', [1, 2]);
      const takenUp = [opening, stopped(1, [1]), moved(1, 1, [1]), unstopped([1])];
      half.when(listed(stoppedAt)).thenNothing();
      after(...takenUp)
        .when(listed(stoppedAt))
        .thenRejected('item-task/stopped-otherwise');
      const later = { ...stopped(1, [1]).data, stoppedAt: '2027-01-01T00:00:00.000Z' };
      const again = after(...takenUp, { type: 'ItemsStopped', data: later } as ItemTaskEvent);
      again.when(listed(stoppedAt)).thenRejected('item-task/stopped-otherwise');
      again.when(listed(later.stoppedAt)).thenNothing();
      after(opening).when(listed('2020-01-01T00:00:00.000Z')).thenRejected('item-task/stopped-otherwise');
      half.when(listed('2020-01-01T00:00:00.000Z')).thenRejected('item-task/stopped-otherwise');
    });

    it('takes them up again, in a task of the same name', () => {
      half.when(unstop(1)).then([opened(3, 'Create Patient', [1]), unstopped([1])]);
      const both = after(...twoTasks, stopped(1, [1]), stopped(2, [2]), completed(1), completed(2));
      both
        .when(unstop(1, 2))
        .then([opened(3, 'Create Patient', [1]), opened(4, 'Select Items', [2]), unstopped([1, 2])]);
    });

    it('takes them up again in the task that is still open', () => {
      after(opened(1, 'Create Patient', [1, 2]), stopped(1, [1]))
        .when(unstop(1))
        .then([moved(1, 1, [1]), unstopped([1])]);
    });

    it('takes up none that is at work, canceled or delivered', () => {
      half.when(unstop(2)).thenNothing();
      after(...twoTasks, stopped(1, [1]), completed(1), canceled([1]))
        .when(unstop(1))
        .thenRejected('item-task/closed');
      after(opened(1, 'Delivered', [1]), completed(1))
        .when(unstop(1))
        .thenRejected('item-task/closed');
      half.when(unstop(9)).thenRejected('item-task/unknown-item');
    });

    it('ends no other stop of theirs than the one that its author saw', () => {
      const opening = opened(1, 'Create Patient', [1, 2]);
      const again = { ...stopped(1, [1]), data: { ...stopped(1, [1]).data, reason: 'In hospital' } } as ItemTaskEvent;
      const [takenUp, stoppedAnew] = [
        after(opening, stopped(1, [1]), moved(1, 1, [1]), unstopped([1])),
        after(opening, stopped(1, [1]), moved(1, 1, [1]), unstopped([1]), again),
      ];
      const acts = [cancel(1), unstop(1)] as const;
      for (const { type, data } of acts) {
        const having = (seen: Readonly<Record<number, string | null>>) =>
          ({ type, data: { ...data, seen } }) as ItemTaskCommand;
        for (const now of [takenUp, stoppedAnew]) {
          now.when(having({ 1: 'Not covered' })).thenRejected('item-task/changed-meanwhile');
        }
        stoppedAnew.when(having({ 1: null })).thenRejected('item-task/changed-meanwhile');
      }
      const seen = { 1: 'In hospital' };
      stoppedAnew.when({ ...cancel(1), data: { ...cancel(1).data, seen } }).then([canceled([1])]);
      stoppedAnew.when({ ...unstop(1), data: { ...unstop(1).data, seen } }).then([moved(1, 1, [1]), unstopped([1])]);
      // A command without `seen` is accepted as well.
      stoppedAnew.when(cancel(1)).then([canceled([1])]);
    });

    it('ends no later stop of theirs for the same reason, where its author says which one it is', () => {
      const stoppedAt = '2026-11-20T19:00:00.000Z';
      const again = { ...stopped(1, [1]), data: { ...stopped(1, [1]).data, stoppedAt } } as ItemTaskEvent;
      const anew = after(opened(1, 'Create Patient', [1, 2]), stopped(1, [1]), moved(1, 1, [1]), unstopped([1]), again);
      const seen = (stop: SeenStop) => ({ seen: { 1: stop } });
      const [first, second] = ['2026-11-20T18:00:00.000Z', stoppedAt].map((at) =>
        seen({ reason: 'Not covered', stoppedAt: at }),
      );
      for (const { type, data } of [cancel(1), unstop(1)] as const) {
        anew.when({ type, data: { ...data, ...first } } as ItemTaskCommand).thenRejected('item-task/changed-meanwhile');
      }
      anew.when({ ...cancel(1), data: { ...cancel(1).data, ...second } }).then([canceled([1])]);
      anew.when({ ...unstop(1), data: { ...unstop(1).data, ...second } }).then([moved(1, 1, [1]), unstopped([1])]);
      // Without the start of the stop, `seen` means any stop for that reason.
      anew.when({ ...cancel(1), data: { ...cancel(1).data, ...seen('Not covered') } }).then([canceled([1])]);
      anew
        .when({ ...cancel(1), data: { ...cancel(1).data, ...seen({ reason: 'Not covered' }) } })
        .then([canceled([1])]);
    });

    it('is told that it was done: for the same reason in the same task, and taken up as it was seen', () => {
      const opening = opened(1, 'Create Patient', [1, 2]);
      const again = { ...stop(1), data: { ...stop(1).data, taskId: '1-1' } };
      after(opening, stopped(1, [1]))
        .when(again)
        .thenRejected('item-task/not-in-task');
      const taken = after(opening, stopped(1, [1]), moved(1, 1, [1]), unstopped([1]));
      taken
        .when({ ...unstop(1), data: { ...unstop(1).data, seen: { 1: 'Not covered' } } })
        .thenRejected('item-task/changed-meanwhile');
    });

    it('has them canceled already, whichever stop its author saw', () => {
      const over = after(...twoTasks, stopped(1, [1]), completed(1), canceled([1]));
      const seen = { 1: 'Moved' };
      over.when({ ...cancel(1), data: { ...cancel(1).data, seen } }).thenNothing();
      over.when({ ...unstop(1), data: { ...unstop(1).data, seen } }).thenRejected('item-task/closed');
    });

    it('is over at once where its order is turned down, but for what was delivered', () => {
      after(...twoTasks, stopped(1, [1]), completed(1))
        .when(turnDown)
        .then([stopped(2, [2]), completed(2), canceled([2, 1])]);
      after(opened(1, 'Delivered', [1, 2]), completed(1))
        .when(turnDown)
        .thenNothing();
      after(...twoTasks, stopped(1, [1]), stopped(2, [2]), completed(1), completed(2), canceled([1, 2]))
        .when(turnDown)
        .thenNothing();
    });
  });
});
