import type { Submission, SubmissionDetail } from '@throughline/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { latestRow, useLiveTopic } from '../../../live/use-live-topic.js';
import { submissionQuery } from '../queries.js';

/**
 * The state of the steps after an order, read once and then followed live. Undefined until it is loaded; with null, nothing is followed.
 */
export function useLiveSubmission(referralId: string | null): SubmissionDetail | undefined {
  const query = useQuery({ ...submissionQuery(referralId ?? ''), enabled: referralId !== null });
  const snapshot = referralId === null ? undefined : query.data;
  const topic = useLiveTopic(referralId === null ? null : { name: 'submission', referralId }, query);
  const latest = latestRow<Submission>(topic);
  return useMemo(() => snapshot && { ...snapshot, ...latest }, [snapshot, latest]);
}
