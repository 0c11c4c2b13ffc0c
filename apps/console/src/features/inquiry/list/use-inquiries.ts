import type { Change, Inquiry } from '@throughline/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../api/api.js';
import { useLiveTopic } from '../../../live/use-live-topic.js';

interface InquiriesQuestion {
  readonly show: 'open' | 'done';
  readonly page: number;
}

/** A page of the messages as it was read, with what happened to them since. */
export function useInquiries(question: InquiriesQuestion) {
  const query = useQuery({
    queryKey: ['messages', question],
    queryFn: ({ signal }) => call('GET /messages', { query: question }, { signal }),
    placeholderData: keepPreviousData,
  });
  const { changes, refusal } = useLiveTopic({ name: 'inquiries' }, query);
  const { data } = query;
  const live = useMemo(() => liveInquiries(data?.rows ?? [], changes), [data, changes]);
  return { ...query, refusal, live };
}

interface LiveInquiries {
  /** In the order of the page: a row that was settled meanwhile keeps its place. */
  readonly rows: readonly Inquiry[];
  /** How many others a fresh reading may add. */
  readonly arrived: number;
}

export function liveInquiries(rows: readonly Inquiry[], changes: readonly Change[]): LiveInquiries {
  const statuses = new Map(changes.map(({ key, row }) => [key, (row as Pick<Inquiry, 'status'>).status]));
  const here = new Set(rows.map(({ inquiryId }) => inquiryId));
  return {
    rows: rows.map((row) => ({ ...row, status: statuses.get(row.inquiryId) ?? row.status })),
    arrived: [...statuses.keys()].filter((id) => !here.has(id)).length,
  };
}
