import { describe, it } from '@jest/globals';
import { given } from '../../kernel/given.testing.js';
import { itemTaskDecider } from '../item-task.decider.js';
import { canceled, completed, moment, opened, recorded, stopped, undo } from '../item-task.testing.js';
import type { ItemTaskCommand } from '../item-task.decider.js';
import type { ItemTaskEvent } from '../item-task.events.js';

const { referralId, at } = moment;
const enter = (...itemIds: number[]): ItemTaskCommand => ({ type: 'EnterItems', data: { ...moment, itemIds } });
const withdraw = (...itemIds: number[]): ItemTaskCommand => ({
  type: 'WithdrawItems',
  data: { referralId, itemIds, at },
});
const added = (n: number, itemIds: number[]): ItemTaskEvent => ({
  type: 'ItemsAddedToTask',
  data: { referralId, taskId: `1-${n}`, itemIds, addedAt: at },
});
const withdrawn = (...itemIds: number[]): ItemTaskEvent => ({
  type: 'ItemsWithdrawn',
  data: { referralId, itemIds, withdrawnAt: at },
});

describe('An item that is added to a referral', () => {
  it('opens Select Items', () => {
    given(itemTaskDecider, [opened(1, 'Create Patient', [1])])
      .when(enter(2))
      .then([opened(2, 'Select Items', [2])]);
  });

  it('enters Select Items if that is open', () => {
    given(itemTaskDecider, [opened(1, 'Select Items', [1])])
      .when(enter(2, 3))
      .then([added(1, [2, 3])]);
  });

  it('enters once', () => {
    given(itemTaskDecider, [opened(1, 'Select Items', [1]), added(1, [2])])
      .when(enter(1, 2))
      .thenNothing();
  });
});

describe('An item that is removed from a referral', () => {
  it('leaves its task, which is completed when it was the last', () => {
    const history = [opened(1, 'Create Patient', [1, 2]), opened(2, 'Select Items', [2])];
    given(itemTaskDecider, history)
      .when(withdraw(2))
      .then([withdrawn(2), completed(2)]);
    given(itemTaskDecider, history)
      .when(withdraw(1, 2))
      .then([withdrawn(1, 2), completed(1), completed(2)]);
    given(itemTaskDecider, [opened(1, 'Create Patient', [1, 2])])
      .when(withdraw(2))
      .then([withdrawn(2)]);
  });

  it('is no longer stopped', () => {
    given(itemTaskDecider, [opened(1, 'Create Patient', [1, 2]), stopped(1, [2])])
      .when(withdraw(2))
      .then([withdrawn(2)]);
  });

  it('leaves nothing when it is in no task, or came to its end', () => {
    given(itemTaskDecider, [opened(1, 'Create Patient', [1, 2]), withdrawn(2)])
      .when(withdraw(2, 3))
      .thenNothing();
    given(itemTaskDecider, [opened(1, 'Delivered', [1, 2]), stopped(1, [2]), canceled([2]), completed(1)])
      .when(withdraw(1, 2))
      .thenNothing();
  });

  it('does not return to a task by an outcome that is undone', () => {
    const left = [
      opened(1, 'Create Patient', [1]),
      opened(2, 'Patient Contact 1st', [1]),
      recorded(1, 1, 'Create Patient', 'created', [1]),
      completed(1),
    ];
    given(itemTaskDecider, [...left, withdrawn(1), completed(2)])
      .when(undo(1))
      .thenRejected('item-task/moved-on');
  });

  it('enters again when it is restored', () => {
    given(itemTaskDecider, [opened(1, 'Create Patient', [1, 2]), withdrawn(2)])
      .when(enter(2))
      .then([opened(2, 'Select Items', [2])]);
  });
});
