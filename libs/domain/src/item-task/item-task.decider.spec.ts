import { describe, expect, it } from '@jest/globals';
import { given } from '../kernel/given.testing.js';
import { itemTaskDecider } from './item-task.decider.js';
import type { ItemTaskEvent } from './item-task.events.js';
import {
  assign,
  assigned,
  cancel,
  claim,
  claimed,
  completed,
  fellDue,
  fireDueDay,
  handOn,
  minh,
  moment,
  move,
  moved,
  open,
  opened,
  openFirst,
  record,
  recorded,
  release,
  released,
  stop,
  stopped,
  recordedMove,
} from './item-task.testing.js';

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

    it('must exist', () => {
      for (const command of [claim(9), release(9), assign(9), record(9, 'created'), move(9, 'Shipped', [1])]) {
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

    it('cannot be claimed, released, worked or emptied by another', () => {
      const byMinh = after(opened(1, 'Create Patient', [1, 2]), claimed(1, minh));
      for (const command of [
        claim(1),
        release(1),
        record(1, 'created'),
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

    it('goes to the queue or to a colleague when its holder left, and stays with anybody else', () => {
      task.when(handOn(1)).then([released(1)]);
      task.when(handOn(1, undefined, minh)).then([assigned(1, minh)]);
      task.when(handOn(1, minh)).thenNothing();
      task.when(handOn(9)).thenNothing();
      after(opened(1, 'Create Patient', [1]), claimed(1), released(1))
        .when(handOn(1))
        .thenNothing();
      const over = [opened(1, 'Create Patient', [1]), claimed(1), opened(2, 'Select Items', [1]), completed(1)];
      after(...over)
        .when(handOn(1))
        .thenNothing();
    });

    it('does not keep items from being stopped', () => {
      task.when(stop(1)).then([stopped(1, [1])]);
    });
  });

  describe('when completed', () => {
    it('is over: nothing more can be done with it', () => {
      const over = after(opened(1, 'Create Patient', [1]), opened(2, 'Select Items', [1]), completed(1));
      for (const command of [record(1, 'created'), claim(1), release(1), assign(1), move(1, 'Shipped', [])]) {
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
        .when(record(1, 'confirmed'))
        .then([recorded(1, 1, 'Delivered', 'confirmed', [1, 2]), completed(1)]);
    });

    it('may still send all of its items on', () => {
      after(...delivered)
        .when(move(1, 'Select Items', [1, 2]))
        .then([opened(2, 'Select Items', [1, 2]), recordedMove(1, 1, 'Delivered', [1, 2]), completed(1)]);
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
      task
        .when(move(1, 'Select Items', [2]))
        .then([opened(2, 'Select Items', [2]), recordedMove(1, 1, 'Create Patient', [2], true)]);
    });

    it('sends them to the open task of that name', () => {
      after(opened(1, 'Create Patient', [1, 2, 3]), opened(2, 'Select Items', [3]))
        .when(move(1, 'Select Items', [2]))
        .then([moved(1, 2, [2]), recordedMove(1, 1, 'Create Patient', [2], true)]);
    });

    it('is completed when none stays, by the person who then holds it', () => {
      const recordedAs = (wasUnassigned: boolean) => recordedMove(1, 1, 'Create Patient', [1, 2], wasUnassigned);
      task
        .when(move(1, 'Select Items', [1, 2, 2]))
        .then([claimed(1), opened(2, 'Select Items', [1, 2]), recordedAs(true), completed(1)]);
      after(opened(1, 'Create Patient', [1, 2]), claimed(1))
        .when(move(1, 'Select Items', [1, 2]))
        .then([opened(2, 'Select Items', [1, 2]), recordedAs(false), completed(1)]);
    });

    it('changes nothing when they go where they are, or when there are none', () => {
      task.when(move(1, 'Create Patient', [1])).thenNothing();
      task.when(move(1, 'Select Items', [])).thenNothing();
    });

    it('cannot send an item that is elsewhere', () => {
      task.when(move(1, 'Select Items', [3])).thenRejected('item-task/not-in-task');
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
