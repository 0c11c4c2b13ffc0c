import { describe, expect, it } from '@jest/globals';
import type { ItemTaskCommand } from '../item-task/item-task.decider.js';
import { evolveItemTasks, NO_TASKS } from '../item-task/item-task.js';
import type { ItemTaskEvent } from '../item-task/item-task.events.js';
import { dana } from '../item-task/item-task.testing.js';
import { given } from '../kernel/given.testing.js';
import { A_RECERTIFICATION } from './recertification.testing.js';
import {
  evolveRecertification,
  MAX_OPEN_RENEWALS,
  type RecertificationAsOf,
  type RecertificationHistoryEvent,
  recertificationDeciderAmong,
} from './recertification-as-of.js';

const [first, second] = A_RECERTIFICATION;
if (first?.type !== 'RecertificationOpened' || second?.type !== 'TaskOpened') throw new Error('It begins with a task.');
const { referralId, openedAt: at, ...facts } = first.data;
const moment = { referralId, at, dayMs: null };
const tasks = [first, second] as const;

const asOf = (...events: readonly RecertificationHistoryEvent[]) =>
  events.reduce<RecertificationAsOf | null>(evolveRecertification, null)!;
/** Another recertification of the same referral, which is open. */
const other = (id: string, itemCategory = facts.itemCategory) =>
  asOf({ ...first, data: { ...first.data, referralId: id, itemCategory } }, second);

const opening: ItemTaskCommand = {
  type: 'OpenRecertification',
  data: { ...moment, facts, task: 'Recert Review', startOn: null, by: dana },
};
const correction = (itemCategory: string, seen = 0): ItemTaskCommand => ({
  type: 'CorrectRecertification',
  data: { referralId, seen, facts: { itemCategory }, at },
});
const item = { referralId, itemIds: [1], at };
const takenUp: ItemTaskCommand = { type: 'UnstopItems', data: { ...item, reason: 'Moved back', dayMs: null } };
const stopping: ItemTaskCommand = { type: 'StopItems', data: { ...item, reason: 'Moved away' } };
const after = (command: ItemTaskCommand, earlier: readonly ItemTaskEvent[]): readonly ItemTaskEvent[] => [
  ...earlier,
  ...recertificationDeciderAmong([]).decide(earlier.reduce(evolveItemTasks, NO_TASKS), command),
];
const among = (others: readonly RecertificationAsOf[], besides: readonly string[] = []) =>
  recertificationDeciderAmong(others, besides);
const REFUSED = 'recertification/already-open';

describe('While a supply of a referral is recertified, another recertification of it', () => {
  it.each([
    ['opened', [], opening],
    ['corrected to it', after(correction('Supplies'), tasks), correction(facts.itemCategory, 1)],
    ['taken up again', after(stopping, tasks), takenUp],
  ] as const)('is not %s, unless its author knows of the first', (_, history, command) => {
    given(among([other('R2')]), history)
      .when(command)
      .thenRejected(REFUSED);
    given(among([other('R2'), other('R3')], ['R2']), history)
      .when(command)
      .thenRejected(REFUSED);
    for (const decider of [
      among([other('R2')], ['R2']),
      among([other('R2', 'Diapers')]),
      among([asOf(...A_RECERTIFICATION)]),
    ]) {
      expect(given(decider, history).when(command).events()).not.toEqual([]);
    }
  });

  it('goes on where it is open already', () => {
    expect(
      given(among([other('R2')]), tasks)
        .when(stopping)
        .events(),
    ).toHaveLength(2);
    given(among([other('R2')]), tasks)
      .when(correction(facts.itemCategory))
      .thenNothing();
    expect(
      given(among([other('R2')]), after(stopping, tasks))
        .when(correction('Supplies'))
        .events(),
    ).toHaveLength(1);
  });

  it('is not opened beside too many, known or not', () => {
    const ids = Array.from({ length: MAX_OPEN_RENEWALS }, (_, index) => `R${index + 2}`);
    given(
      among(
        ids.map((id) => other(id)),
        ids,
      ),
      [],
    )
      .when(opening)
      .thenRejected(REFUSED);
    const fewer = given(
      among(
        ids.slice(1).map((id) => other(id)),
        ids,
      ),
      [],
    ).when(opening);
    expect(fewer.events()).toHaveLength(2);
  });
});
