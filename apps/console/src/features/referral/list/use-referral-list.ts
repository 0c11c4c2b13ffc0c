import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLiveTopic } from '../../../live/use-live-topic.js';
import { referralListQuery, type ReferralListQuestion } from '../api/list-referrals.js';
import { startRows, takeChanges } from './changed-rows.js';

const NOTHING = startRows([]);

/** A page of the list, and what happens to it live. */
export function useReferralList(question: ReferralListQuestion) {
  const query = useQuery(referralListQuery(question));
  const [live, setLive] = useState(NOTHING);
  const { data } = query;
  useEffect(() => setLive(data ? startRows(data.rows) : NOTHING), [data]);
  useLiveTopic(
    { name: 'referral-list' },
    {
      feed: data?.feed,
      onChanges: (changes) => setLive((before) => takeChanges(before, changes)),
      onReadAfresh: () => void query.refetch(),
    },
  );
  return { ...query, live };
}
