import { describe, expect, it } from '@jest/globals';
import { given } from '../../kernel/given.testing.js';
import { LONGEST_HOLD_DAYS, type PutTaskOnHold, type ResumeTask } from './hold-task.js';
import { type ItemTaskCommand, itemTaskDecider } from '../item-task.decider.js';
import type { Hold, ItemTaskEvent } from '../item-task.events.js';
import {
  assign,
  assigned,
  claim,
  claimed,
  completed,
  dana,
  fireDueDay,
  fellDue,
  minh,
  moment,
  move,
  opened,
  record,
  recorded,
} from '../item-task.testing.js';

const after = (...events: ItemTaskEvent[]) => given(itemTaskDecider, events);
const referralId = '1';
const taskId = '1-1';

/* It is noon of 2026-11-20 in Chicago; the task is due by the end of that day. */

const hold = (until: string, data: Partial<PutTaskOnHold['data']> = {}): PutTaskOnHold => ({
  type: 'PutTaskOnHold',
  data: { ...moment, taskId, until, reason: 'In hospital', seen: NO_HOLD, by: dana, ...data },
});
const NO_HOLD = { until: null, reason: null };
const UNTIL_MONDAY = { until: '2026-11-23', reason: 'In hospital' };
const TODAY = { dueAt: '2026-11-21T06:00:00.000Z', fellDue: false };
const held = (
  until: string,
  resumesAt: string,
  dueAt: string | null,
  before: Hold['before'] = TODAY,
): ItemTaskEvent => ({
  type: 'TaskPutOnHold',
  data: { referralId, taskId, onHold: { until, resumesAt, reason: 'In hospital', before }, dueAt },
});
const resume = (by = dana, at = moment.at, told: Partial<ResumeTask['data']> = {}) =>
  ({ type: 'ResumeTask', data: { referralId, taskId, by, at, ...told } }) as const;
const endHold = (at: string) => ({ type: 'EndHold', data: { referralId, taskId, at } }) as const;
const resumed = (dueAt: string, fellDueBefore = false): ItemTaskEvent => ({
  type: 'TaskResumed',
  data: { referralId, taskId, dueAt, fellDue: fellDueBefore },
});
const onMonday = resumed('2026-11-24T06:00:00.000Z');

const waiting = opened(1, 'Patient Contact 1st', [1, 2]);
const untilMonday = held('2026-11-23', '2026-11-23T06:00:00.000Z', '2026-11-24T06:00:00.000Z');

describe('A task that is put on hold', () => {
  it('waits until the day begins in Chicago, and is due by the end of that day', () => {
    after(waiting).when(hold('2026-11-23')).then([untilMonday]);
  });

  it('keeps a later due day, and one that never was', () => {
    const later = { dueAt: '2026-11-28T06:00:00.000Z', fellDue: false };
    after(opened(1, 'Backordered', [1], later.dueAt))
      .when(hold('2026-11-23'))
      .then([held('2026-11-23', '2026-11-23T06:00:00.000Z', later.dueAt, later)]);
    const undue: ItemTaskEvent = {
      type: 'TaskOpened',
      data: { referralId, taskId, task: 'Select Items', itemIds: [1], openedAt: moment.at, dueAt: null },
    };
    after(undue)
      .when(hold('2026-11-23'))
      .then([held('2026-11-23', '2026-11-23T06:00:00.000Z', null, { dueAt: null, fellDue: false })]);
  });

  it('waits for days of another length in demos', () => {
    after(waiting)
      .when(hold('2026-11-23', { dayMs: 1000 }))
      .then([held('2026-11-23', '2026-11-20T18:00:03.000Z', '2026-11-21T06:00:00.000Z')]);
  });

  it('waits until another day if it is put on hold again, and nothing happens for the same one', () => {
    const before = after(waiting, untilMonday);
    before.when(hold('2026-11-23')).thenNothing();
    before
      .when(hold('2026-12-01', { seen: UNTIL_MONDAY }))
      .then([held('2026-12-01', '2026-12-01T06:00:00.000Z', '2026-12-02T06:00:00.000Z')]);
  });

  it('keeps the day and the words of somebody else, who put it on or took it off hold meanwhile', () => {
    const refused = 'item-task/changed-meanwhile';
    after(waiting, untilMonday).when(hold('2026-12-01')).thenRejected(refused);
    after(waiting, untilMonday)
      .when(hold('2026-12-01', { seen: { ...UNTIL_MONDAY, reason: 'Travels' } }))
      .thenRejected(refused);
    after(waiting, untilMonday, onMonday)
      .when(hold('2026-12-01', { seen: UNTIL_MONDAY }))
      .thenRejected(refused);
    after(waiting, untilMonday, onMonday)
      .when(hold('2026-11-23', { seen: UNTIL_MONDAY }))
      .thenRejected(refused);
  });

  it('waits from tomorrow on, and not for ever', () => {
    for (const day of ['2026-11-20', '2026-11-19', '1999-01-01', 'soon']) {
      after(waiting).when(hold(day)).thenRejected('item-task/hold-day-not-ahead');
    }
    const [last, beyond] = [LONGEST_HOLD_DAYS, LONGEST_HOLD_DAYS + 1].map((days) =>
      new Date(Date.UTC(2026, 10, 20 + days)).toISOString().slice(0, 10),
    );
    after(waiting).when(hold(beyond!)).thenRejected('item-task/hold-too-long');
    after(waiting).when(hold('9999-12-31')).thenRejected('item-task/hold-too-long');
    after(waiting)
      .when(hold(last!))
      .then([held('2027-05-19', '2027-05-19T05:00:00.000Z', '2027-05-20T05:00:00.000Z')]);
  });

  it('is not another person’s, and is open', () => {
    after(waiting, claimed(1, minh)).when(hold('2026-11-23')).thenRejected('item-task/claimed-by-another');
    after(waiting, claimed(1, minh), untilMonday).when(resume()).thenRejected('item-task/claimed-by-another');
    after(waiting, completed(1)).when(hold('2026-11-23')).thenRejected('item-task/already-completed');
    after().when(hold('2026-11-23')).thenRejected('item-task/unknown-task');
  });

  it('can be claimed, and an outcome ends it, while it waits', () => {
    after(waiting, untilMonday)
      .when(claim(1))
      .then([claimed(1)]);
    after(opened(1, 'Delivered', [1]), assigned(1), untilMonday)
      .when(record(1, 'confirmed'))
      .then([recorded(1, 1, 'Delivered', 'confirmed', [1]), completed(1)]);
  });

  it('falls due on its new due day, also if it fell due before', () => {
    const late = after(waiting, fellDue(1), untilMonday);
    late.when(fireDueDay(1, '2026-11-23T12:00:00.000Z')).thenNothing();
    late
      .when(fireDueDay(1, '2026-11-24T06:00:00.000Z'))
      .then([{ type: 'TaskFellDue', data: { referralId, taskId, dueAt: '2026-11-24T06:00:00.000Z' } }]);
  });
});

describe('A hold', () => {
  it('ends when its day begins', () => {
    const before = after(waiting, untilMonday);
    before.when(endHold('2026-11-23T05:59:59.999Z')).thenNothing();
    before.when(endHold('2026-11-23T06:00:00.000Z')).then([onMonday]);
  });

  it('ends once: a timer that comes late or twice finds nothing to do', () => {
    const at = '2026-12-24T06:00:00.000Z';
    after(waiting, untilMonday, onMonday).when(endHold(at)).thenNothing();
    after(waiting, untilMonday, completed(1)).when(endHold(at)).thenNothing();
    after(waiting).when(endHold(at)).thenNothing();
    after().when(endHold(at)).thenNothing();
  });

  it('that a person ends before its day gives the due day back', () => {
    after(waiting, untilMonday)
      .when(resume())
      .then([resumed(TODAY.dueAt)]);
    after(waiting, untilMonday, onMonday).when(resume()).thenNothing();
    after(waiting).when(resume()).thenNothing();
  });

  it('is taken off no other hold than the one that its author saw', () => {
    const seeing = (seen: ResumeTask['data']['seen']) => resume(dana, moment.at, { seen });
    const now = after(waiting, untilMonday);
    for (const seen of [NO_HOLD, { ...UNTIL_MONDAY, until: '2026-11-24' }, { ...UNTIL_MONDAY, reason: 'Moving' }]) {
      now.when(seeing(seen)).thenRejected('item-task/changed-meanwhile');
    }
    now.when(seeing(UNTIL_MONDAY)).then([resumed(TODAY.dueAt)]);
    after(waiting).when(seeing(UNTIL_MONDAY)).thenNothing();
    const late = held('2026-11-23', '2026-11-23T06:00:00.000Z', '2026-11-24T06:00:00.000Z', {
      ...TODAY,
      fellDue: true,
    });
    after(waiting, fellDue(1)).when(hold('2026-11-23')).then([late]);
    after(waiting, fellDue(1), late)
      .when(resume())
      .then([resumed(TODAY.dueAt, true)]);
    after(waiting, fellDue(1), late, resumed(TODAY.dueAt, true))
      .when(fireDueDay(1, '2026-12-24T06:00:00.000Z'))
      .thenNothing();
  });

  it('that a person ends on its day, before the timer, leaves the due day at that day', () => {
    after(waiting, untilMonday).when(resume(dana, '2026-11-23T06:00:00.000Z')).then([onMonday]);
  });

  it('that is shortened counts from the due day before it', () => {
    after(waiting, held('2026-12-24', '2026-12-24T06:00:00.000Z', '2026-12-25T06:00:00.000Z'))
      .when(hold('2026-11-23', { seen: { ...UNTIL_MONDAY, until: '2026-12-24' } }))
      .then([untilMonday]);
  });
});

describe('A hold that the author of an act did not see', () => {
  const FRIDAY = { until: '2026-11-27', reason: 'In hospital' };
  const seeing = (hold: typeof UNTIL_MONDAY | null) => ({ seen: { hold } });
  const acts = (seen: object): readonly ItemTaskCommand[] =>
    [
      move(1, 'Select Items', [1]),
      record(1, 'reached'),
      { type: 'StopItems', data: { referralId, taskId, itemIds: [1], reason: 'Not covered', at: moment.at } } as const,
    ].map((command) => ({ ...command, data: { ...command.data, ...seen } }) as ItemTaskCommand);
  const giveAway = (hold?: typeof UNTIL_MONDAY | null) =>
    ({ ...assign(1, minh), data: { ...assign(1, minh).data, seen: { assignee: null, hold } } }) as ItemTaskCommand;

  it('is not passed over', () => {
    for (const seen of [seeing(null), seeing(FRIDAY), seeing({ ...UNTIL_MONDAY, reason: 'On holiday' })]) {
      for (const act of acts(seen)) after(waiting, untilMonday).when(act).thenRejected('item-task/put-on-hold');
    }
    after(waiting, untilMonday).when(giveAway(null)).thenRejected('item-task/put-on-hold');
  });

  it('hinders nobody who saw it, or who asks whatever it is; nor does one that has ended', () => {
    for (const act of [...acts(seeing(UNTIL_MONDAY)), ...acts({}), giveAway(UNTIL_MONDAY), giveAway()]) {
      expect(after(waiting, untilMonday).when(act).events()).not.toEqual([]);
    }
    for (const act of [...acts(seeing(UNTIL_MONDAY)), giveAway(UNTIL_MONDAY)]) {
      expect(after(waiting, untilMonday, onMonday).when(act).events()).not.toEqual([]);
    }
  });
});
