import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLiveTopic } from '../../../live/use-live-topic.js';
import { referralListQuery, type ReferralListQuestion } from '../queries.js';
import { liveReferrals } from './live-rows.js';

/** One page of the list, and live changes to it. */
export function useReferralList(question: ReferralListQuestion) {
  const query = useQuery(referralListQuery(question));
  const { data } = query;
  const { changes, refusal } = useLiveTopic({ name: 'referral-list' }, query);
  const live = useMemo(() => liveReferrals(data?.rows ?? [], changes), [data, changes]);
  return { ...query, live, refusal };
}
