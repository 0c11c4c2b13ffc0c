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
