import { type ReferralDetail, referralDetailOf } from '@throughline/contracts';
import { evolveReferral, type Recorded, type ReferralAsOf, type ReferralHistoryEvent } from '@throughline/domain';
import type { Insertable } from 'kysely';
import type { Projection } from '../projecting/projection.js';
import { companyNameOf } from '../referral/referral-progress.js';

/** The stored and sent form is that of the fold, so that a change of the API needs no rebuild. */
export interface StoredReferral extends ReferralAsOf {
  readonly company: string | null;
}

/** Prefix of the id in the topic of one referral. */
export const REFERRAL_TOPIC = 'referral:';

/** A referral in the form of the API (GET /referrals/referral/{id}, topic `referral`). */
export const referralOnTheWire = (stored: StoredReferral): Omit<ReferralDetail, 'feed'> =>
  referralDetailOf(stored, stored.company);

export interface ReferralDetailTable {
  referral_id: string;
  company_id: number | null;
  submitter_user_id: string | null;
  referrer_email: string;
  detail: StoredReferral;
}

declare module '../read-model-schema.js' {
  interface ReadModelSchema {
    referral_detail: ReferralDetailTable;
  }
}

interface ReferralCase {
  readonly view: ReferralAsOf;
  readonly submitterUserId: string | null;
}

/** Everything about one referral that its screen shows. */
export const referralDetailProjection: Projection<ReferralCase, Insertable<ReferralDetailTable>> = {
  name: 'referral-detail',
  version: 1,
  categories: ['referral', 'itemTask', 'file', 'history'],
  evolve: (state, recorded) => {
    const event = recorded as Recorded<ReferralHistoryEvent>;
    const view = evolveReferral(state?.view ?? null, event);
    if (!view) return state;
    return { view, submitterUserId: state ? state.submitterUserId : event.metadata.actor.userId };
  },
  table: {
    key: 'referral_id',
    columns: {
      referral_id: 'text',
      company_id: 'integer',
      submitter_user_id: 'text',
      referrer_email: 'text',
      detail: 'json',
    },
    indexes: () => [],
  },
  rows: (referral) => [
    {
      referral_id: referral.view.referralId,
      company_id: referral.view.companyId,
      submitter_user_id: referral.submitterUserId,
      referrer_email: referral.view.order.referralInfo.email,
      detail: detailOf(referral),
    },
  ],
  // The permission is checked when a client joins: the topic is the permission.
  feed: (referral) => {
    const { referralId } = referral.view;
    return [{ topic: `${REFERRAL_TOPIC}${referralId}`, key: referralId, audience: [], row: detailOf(referral) }];
  },
};

function detailOf({ view }: ReferralCase): StoredReferral {
  return { ...view, company: companyNameOf(view.companyId, view.order.referralInfo.company) };
}
