import { describe, expect, it } from '@jest/globals';
import type { ItemTaskEvent, Recorded, ReferralEvent } from '@throughline/domain';
import { planJobs } from './plan-jobs.js';

type Planned = Recorded<ReferralEvent | ItemTaskEvent>;
const recorded = (type: string, data: object) => ({ type, data }) as unknown as Planned;
const idsOf = (event: Planned) => planJobs(event).map(({ job, data, at }) => [job.id(data), at]);

describe('Planned jobs', () => {
  it('make the PDF of a submitted referral, under an id that follows from it', () => {
    expect(idsOf(recorded('ReferralSubmitted', { referralId: '263254123071844' }))).toEqual([
      ['pdf.263254123071844', undefined],
    ]);
  });

  it('wake at the due instant of an opened task', () => {
    const dueAt = '2026-11-22T06:00:00.000Z';
    expect(idsOf(recorded('TaskOpened', { referralId: '1', taskId: '1-1', dueAt }))).toEqual([
      ['due.1-1', Date.parse(dueAt)],
    ]);
  });

  it('are none for an event of a later release', () => {
    expect(idsOf(recorded('TaskPutToMusic', {}))).toEqual([]);
  });

  it('are none for a task without a due day, nor for what needs no wake-up', () => {
    expect(idsOf(recorded('TaskOpened', { referralId: '1', taskId: '1-1', dueAt: null }))).toEqual([]);
    expect(idsOf(recorded('TaskClaimed', { referralId: '1', taskId: '1-1' }))).toEqual([]);
  });
});
