import type { LimitedReferral } from '@throughline/contracts';
import { steppersOf } from '@throughline/domain';
import type { Projection } from '../projecting/projection.js';
import { foldProgress, type ReferralProgress } from '../referral/referral-progress.js';

export interface LimitedReferralTable {
  referral_id: string;
  row: LimitedReferral;
}

/**
 * A referral for somebody who is not signed in: an allow-list (QUALITY.md 1.5). Names, member, physician and what was ordered
 * are not in its rows, its feed, nor in the state that it keeps.
 */
export const limitedReferralProjection: Projection<ReferralProgress<null>, LimitedReferralTable> = {
  name: 'limited-referral',
  version: 1,
  categories: ['referral', 'itemTask'],
  evolve: foldProgress(() => null),
  table: {
    key: 'referral_id',
    columns: { referral_id: 'text', row: 'json' },
    indexes: () => [],
  },
  rows: (referral) => [{ referral_id: referral.referralId, row: limited(referral) }],
  feed: (referral) => {
    const { referralId } = referral;
    return [{ topic: `limited-referral:${referralId}`, key: referralId, audience: [], row: limited(referral) }];
  },
};

function limited({ referralId, submittedAt, items, carriers }: ReferralProgress<null>): LimitedReferral {
  return {
    referralId,
    referralDateTime: submittedAt,
    groups: steppersOf(items).map(({ itemIds, task, steps, stopped }) => ({
      itemCount: itemIds.length,
      task,
      steps: steps.map(({ label, status }) => ({ label, status })),
      stopped,
    })),
    carriers: [...carriers],
  };
}
