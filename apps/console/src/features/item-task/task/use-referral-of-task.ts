import type { ReferralDetail } from '@throughline/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLiveTopic } from '../../../live/use-live-topic.js';
import { readReferralOfTask, referralIdOf } from '../api/read-referral-of-task.js';

/** The whole case of a task, live: a change brings all of it. */
export function useReferralOfTask(taskId: string) {
  const referralId = referralIdOf(taskId);
  const client = useQueryClient();
  const queryKey = ['referral-of-task', referralId];
  const reading = useQuery({ queryKey, queryFn: ({ signal }) => readReferralOfTask(referralId, signal) });
  useLiveTopic(
    { name: 'referral', referralId },
    {
      feed: reading.data?.feed,
      onChanges: (changes) => {
        const latest = changes.at(-1);
        if (!latest) return;
        client.setQueryData<ReferralDetail>(queryKey, (before) =>
          before && { ...before, ...(latest.row as Partial<ReferralDetail>), feed: { ...before.feed, position: latest.position } },
        ); // prettier-ignore
      },
      onReadAfresh: () => void reading.refetch(),
    },
  );
  return reading;
}
