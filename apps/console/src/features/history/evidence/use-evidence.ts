import type { EvidenceExport } from '@throughline/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../api/api.js';
import { queryClient } from '../../../api/query-client.js';
import { useInvalidateOnChanges, useLiveTopic } from '../../../live/use-live-topic.js';

export const EVIDENCE_QUERY = 'evidence';

/** Limits how often progress causes a read. */
const READ_INTERVAL_MS = 500;

/** The exports of a case, read without following them: for the button beside the list. */
export const useEvidenceRead = (id: string) =>
  useQuery({
    queryKey: [EVIDENCE_QUERY, id],
    queryFn: ({ signal }) => call('GET /referrals/referral/{id}/evidence', { params: { id } }, { signal }),
  });

/** The exports of a case, live. */
export function useEvidence(id: string) {
  const read = useEvidenceRead(id);
  const { changes, refusal } = useLiveTopic({ name: 'evidence', referralId: id }, read);
  const beside = useLiveTopic({ name: 'referral-history', referralId: id }, read);
  const all = useMemo(() => [...changes, ...beside.changes], [changes, beside.changes]);
  useInvalidateOnChanges(queryClient, EVIDENCE_QUERY, all, READ_INTERVAL_MS);
  return { read, refusal };
}

export const runningIn = (exports: readonly EvidenceExport[] | undefined): EvidenceExport | undefined =>
  exports?.find(({ status }) => status === 'running');

/** Those that can be downloaded, and the newest one, whatever became of it. */
export const shownOf = (exports: readonly EvidenceExport[]): readonly EvidenceExport[] =>
  exports.filter(({ status }, index) => index === 0 || status === 'running' || status === 'exported');

/** The id of an export on the page, for the focus. */
export const rowIdOf = (exportId: string): string => `evidence-${exportId}`;
