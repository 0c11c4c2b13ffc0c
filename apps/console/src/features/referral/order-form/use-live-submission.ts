import type { Submission, SubmissionDetail } from '@throughline/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLiveTopic } from '../../../live/use-live-topic.js';
import { submissionQuery } from '../api/read-submission.js';

/** How far what follows an order has come: read once, then followed live. Undefined until it is known; null follows nothing. */
export function useLiveSubmission(referralId: string | null): SubmissionDetail | undefined {
  const client = useQueryClient();
  const options = submissionQuery(referralId ?? '');
  const query = useQuery({ ...options, enabled: referralId !== null });
  const [refused, setRefused] = useState<string | null>(null);
  useLiveTopic(referralId === null || refused === referralId ? null : { name: 'submission', referralId }, {
    feed: query.data?.feed,
    onChanges: (changes) =>
      client.setQueryData(options.queryKey, (before) =>
        before === undefined ? before : { ...before, ...(changes.at(-1)?.row as Submission | undefined) },
      ),
    onReadAfresh: () => void query.refetch(),
    onRefused: () => setRefused(referralId),
  });
  return referralId === null ? undefined : query.data;
}
