import { describe, expect, it } from '@jest/globals';
import type { ReferralItem } from '@throughline/contracts';
import { isSame } from '@throughline/domain';
import { workStateInWords, workStateOfItem, workStateOfSupply } from './work-state.js';

const inTask = (name: 'Stopped' | 'Create Patient', completedDate: string | null) =>
  ({ id: '1-1', name, department: null, completedDate }) satisfies ReferralItem['currentTask'];
const stoppedReason = { reason: 'In hospital' };
const words = (currentTask: ReferralItem['currentTask'], reason: ReferralItem['stoppedReason'] = null) =>
  workStateInWords(workStateOfItem({ currentTask, stoppedReason: reason }));

describe('The state of the work on an item', () => {
  it('distinguishes a stop from a later one for the same reason', () => {
    const stops = ['2026-11-20T12:00:00.000Z', '2026-11-21T12:00:00.000Z'].map((stoppedAt) =>
      workStateOfItem({ currentTask: inTask('Stopped', null), stoppedReason: { ...stoppedReason, stoppedAt } }),
    );
    expect(isSame(stops[0], stops[0])).toBe(true);
    expect(isSame(stops[0], stops[1])).toBe(false);
    expect(stops.map((stop) => workStateInWords(stop))).toEqual(['stopped: In hospital', 'stopped: In hospital']);
  });

  it('has the reason of the stop in its words, while the item is stopped', () => {
    expect(words(inTask('Stopped', null), stoppedReason)).toBe('stopped: In hospital');
    expect(words(inTask('Stopped', '2026-11-21T00:00:00Z'), stoppedReason)).toBe('canceled');
    expect(words(inTask('Create Patient', null))).toBe('at work');
    expect(words(inTask('Create Patient', '2026-11-21T00:00:00Z'))).toBe('delivered');
    expect(words(null)).toBe('not in the referral');
    expect(workStateInWords(undefined)).toBe('not in the referral');
  });

  it('applies to the supply of a recertification as well', () => {
    const supply = (status: 'stopped' | 'open' | 'certified', reason: string | null) =>
      workStateInWords(workStateOfSupply({ status, stoppedReason: reason }));
    expect(supply('stopped', 'In hospital')).toBe('stopped: In hospital');
    expect(supply('open', null)).toBe('at work');
    expect(supply('certified', null)).toBe('delivered');
  });
});
