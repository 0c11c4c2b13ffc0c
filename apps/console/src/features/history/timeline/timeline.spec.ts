import { describe, expect, it } from '@jest/globals';
import { timelineOf } from '@throughline/domain';
import { claimed, entriesOf, firstTaskOpened, SAM, stopped, submitted } from '../testing/entries.js';

describe('Timeline', () => {
  it('is empty without events', () => {
    expect(timelineOf([])).toEqual([]);
  });

  it('names a person as soon as a task event contains the name, and names the system Throughline', () => {
    const moments = timelineOf(entriesOf([submitted], [firstTaskOpened], [claimed, SAM], [stopped, SAM]));
    expect(moments.map(({ sentence }) => sentence)).toEqual([
      'The referral was submitted with 1 item',
      'Throughline opened Create Patient for 1 item',
      'Sam Oduya claimed Create Patient',
      'Sam Oduya stopped 1 item in Create Patient',
    ]);
  });

  it('says when something happened that was recorded later, or that came late', () => {
    const entry = { referralId: '1', elementName: 'call', elementKey: null, changes: 'Left a message' };
    const called = (dateTime: string) => ({ type: 'HistoryEntryRecorded', data: { ...entry, dateTime } }) as const;
    const due = { referralId: '1', taskId: '1-1', dueAt: '2026-11-19T06:00:00.000Z' };
    const events = [submitted, firstTaskOpened, called(due.dueAt), { type: 'TaskFellDue', data: due } as const];
    const late = entriesOf(...events.map((event): [typeof event] => [event]));
    expect(timelineOf(late).map(({ happenedAt }) => happenedAt)).toEqual([null, null, due.dueAt, due.dueAt]);
    const { at } = late[2]!;
    expect(timelineOf(entriesOf([submitted], [firstTaskOpened], [called(at)]))[2]?.happenedAt).toBeNull();
  });

  it('links each moment to the event that caused it', () => {
    const [first, second] = timelineOf(entriesOf([submitted], [firstTaskOpened]));
    expect(second?.cause).toBe(first);
    expect(first?.cause).toBeNull();
  });

  it('begins each moment where the one before it ended', () => {
    const moments = timelineOf(entriesOf([submitted], [firstTaskOpened], [stopped]));
    expect(moments[2]?.before).toBe(moments[1]?.after);
    expect(moments[2]?.after).toMatchObject({ status: 'Stopped' });
  });

  it('continues after an event that cannot be applied, and says so', () => {
    const moved = { referralId: '1', fromTaskId: 'a', toTaskId: 'lost', itemIds: [1], movedAt: '' };
    const moments = timelineOf(entriesOf([submitted], [{ type: 'ItemsMovedToTask', data: moved }], [firstTaskOpened]));
    expect(moments.map(({ broken }) => broken)).toEqual([false, true, false]);
    expect(moments[2]?.after?.tasks).toHaveLength(1);
  });

  it('is broken from the start when the submission is lost', () => {
    expect(timelineOf(entriesOf([claimed]))[0]).toMatchObject({ broken: true, after: null });
  });
});
