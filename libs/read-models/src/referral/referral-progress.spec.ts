import { describe, expect, it } from '@jest/globals';
import type { Recorded } from '@throughline/domain';
import { Story } from '../testing/story.js';
import { foldProgress, type ReferralProgress } from './referral-progress.js';

const ID = '263251234512345';

describe('How far a referral is', () => {
  const fold = foldProgress(() => null);
  const { events } = new Story().submit(ID).move(`${ID}-1`, [1, 2], 'Patient Contact 1st');
  /** An event that only a release with faulty rules would write: items move back to a completed task. */
  const data = {
    referralId: ID,
    fromTaskId: `${ID}-2`,
    toTaskId: `${ID}-1`,
    itemIds: [1],
    movedAt: '2026-11-21T13:00:00.000Z',
  };
  const back = { ...events.at(-1)!, type: 'ItemsMovedToTask', data } as Recorded;
  const state = (log: readonly Recorded[], kept: (one: unknown) => unknown) =>
    log.reduce<ReferralProgress<null> | undefined>((before, event) => kept(fold(before, event)) as never, undefined);

  it.each([
    ['in one go, as in a rebuild', (one: unknown) => one],
    ['from state to state, as live', (one: unknown) => JSON.parse(JSON.stringify(one)) as unknown],
  ])('knows what its state holds and nothing else: %s', (_, kept) => {
    expect(state(events, kept)).toMatchObject({ openTasks: [{ taskId: `${ID}-2`, task: 'Patient Contact 1st' }] });
    expect(Object.keys(state(events, kept)!.items[0]!)).toEqual(['id', 'currentTask']);
    expect(() => state([...events, back], kept)).toThrow('was never opened');
  });
});
