import type { LimitedReferral, LimitedReferralDetail, ReferralDetail } from '@throughline/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiError } from '../../../api/api-error.js';
import { latestRow, useLiveTopic } from '../../../live/use-live-topic.js';
import { limitedReferralQuery, referralQuery } from '../queries.js';

/** Reads the referral once and follows its changes. Each change contains the whole referral. */
export function useLiveReferral(referralId: string) {
  const query = useQuery(referralQuery(referralId));
  const snapshot = query.data;
  const topic = useLiveTopic({ name: 'referral', referralId }, query);
  const latest = latestRow<Omit<ReferralDetail, 'feed'>>(topic);
  const data = useMemo(() => snapshot && { ...snapshot, ...latest }, [snapshot, latest]);
  return { ...query, data, refusal: topic.refusal };
}

/** The same for the limited referral that a visitor sees. */
export function useLiveLimitedReferral(referralId: string) {
  const query = useQuery(limitedReferralQuery(referralId));
  const snapshot = query.data;
  const topic = useLiveTopic({ name: 'limited-referral', referralId }, query);
  const latest = latestRow<LimitedReferral>(topic);
  const data = useMemo(
    (): LimitedReferralDetail | undefined => snapshot && { ...snapshot, ...latest },
    [snapshot, latest],
  );
  return { ...query, data, refusal: topic.refusal };
}

/** Whether the referral does not exist or the person may not see it. The API gives the same answer in both cases. */
export const isUnknown = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);
