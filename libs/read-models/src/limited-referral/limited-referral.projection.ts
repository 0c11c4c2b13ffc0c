import type { LimitedReferral } from '@throughline/contracts';
import { steppersOf } from '@throughline/domain';
import type { Projection } from '../projecting/projection.js';
import { withoutPeople } from '../referral/lean-order.js';
import { foldReferral, type ReferralCase } from '../referral/referral-case.js';

export interface LimitedReferralTable {
  referral_id: string;
  row: LimitedReferral;
}

/**
 * A referral for somebody who is not signed in: an allow-list (QUALITY.md 1.5). Names, member, physician and what was ordered
 * are not in its rows, its feed, nor in the state that it keeps.
 */
export const limitedReferralProjection: Projection<ReferralCase, LimitedReferralTable> = {
  name: 'limited-referral',
  version: 1,
  categories: ['referral', 'itemTask'],
  evolve: foldReferral(withoutPeople),
  table: {
    key: 'referral_id',
    columns: { referral_id: 'text', row: 'json' },
    indexes: () => [],
  },
  rows: (referral) => [{ referral_id: referral.view.referralId, row: limited(referral) }],
  feed: (referral) => {
    const { referralId } = referral.view;
    return [{ topic: `limited-referral:${referralId}`, key: referralId, audience: [], row: limited(referral) }];
  },
};

function limited({ view }: ReferralCase): LimitedReferral {
  return {
    referralId: view.referralId,
    referralDateTime: view.submittedAt,
    groups: steppersOf(view.items).map(({ itemIds, task, steps, stopped }) => ({
      itemCount: itemIds.length,
      task,
      steps: steps.map(({ label, status }) => ({ label, status })),
      stopped,
    })),
    carriers: [...new Set(view.tracking.map(({ carrier }) => carrier))],
  };
}
