import type { Change, LimitedReferral, LimitedReferralDetail, ReferralDetail } from '@throughline/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLiveTopic } from '../../../live/use-live-topic.js';
import { limitedReferralQuery, referralQuery } from '../api/read-referral.js';

/** The whole referral as it is now: read once, then followed live. A change brings the whole referral. */
export function useLiveReferral(referralId: string, { enabled }: { readonly enabled: boolean }) {
  const client = useQueryClient();
  const options = referralQuery(referralId);
  const query = useQuery({ ...options, enabled });
  const [refused, setRefused] = useState(false);
  useLiveTopic(enabled && !refused ? { name: 'referral', referralId } : null, {
    feed: query.data?.feed,
    onChanges: (changes) =>
      client.setQueryData(options.queryKey, (before) =>
        before === undefined ? before : { ...before, ...latest<Omit<ReferralDetail, 'feed'>>(changes) },
      ),
    onReadAfresh: () => void query.refetch(),
    onRefused: () => setRefused(true),
  });
  return query;
}

/** The same for somebody who is not signed in. */
export function useLiveLimitedReferral(referralId: string, { enabled }: { readonly enabled: boolean }) {
  const client = useQueryClient();
  const options = limitedReferralQuery(referralId);
  const query = useQuery({ ...options, enabled });
  useLiveTopic(enabled ? { name: 'limited-referral', referralId } : null, {
    feed: query.data?.feed,
    onChanges: (changes) =>
      client.setQueryData(options.queryKey, (before): LimitedReferralDetail | undefined =>
        before === undefined ? before : { ...before, ...latest<LimitedReferral>(changes) },
      ),
    onReadAfresh: () => void query.refetch(),
  });
  return query;
}

/** Rows are whole: the last one says everything. The snapshot's own position is left as it is, changes count from there. */
const latest = <Row extends object>(changes: readonly Change[]): Row | undefined =>
  changes.at(-1)?.row as Row | undefined;
