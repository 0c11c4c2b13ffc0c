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
  const { show } = question;
  const live = useMemo(() => liveInquiries(data?.rows ?? [], changes, show), [data, changes, show]);
  return { ...query, refusal, live };
}

/** What is sent live has the status and the time of the settling. By whom the message was settled, and how, has to be read. */
export type LiveInquiry = Inquiry & { readonly isSettledUnread: boolean };

interface LiveInquiries {
  /** In the order of the page: a row that was settled meanwhile keeps its place. */
  readonly rows: readonly LiveInquiry[];
  /** How many others a fresh reading may add. */
  readonly arrived: number;
  /** By id, the position of the last change, for messages that changed since they were read. */
  readonly changedAt: ReadonlyMap<string, number>;
}

/** What is sent live of a message. `settledAt`: when it was answered or closed last. */
type Sent = Pick<Inquiry, 'status'> & { readonly settledAt?: string | null };

export function liveInquiries(
  rows: readonly Inquiry[],
  changes: readonly Change[],
  show: InquiriesQuestion['show'],
): LiveInquiries {
  const sent = new Map(changes.map(({ key, row }) => [key, row as Sent]));
  const here = new Set(rows.map(({ inquiryId }) => inquiryId));
  const shown = rows.map((row) => {
    const { status, settledAt = settledAtOf(row) }: Sent = sent.get(row.inquiryId) ?? row;
    // Also of one that was reopened and settled again.
    return {
      ...row,
      status,
      isSettledUnread: status !== 'open' && (status !== row.status || settledAt !== settledAtOf(row)),
    };
  });
  // On the page of what is done, one that was settled again can be read.
  const settledAgain = show === 'done' ? shown.filter(({ isSettledUnread }) => isSettledUnread).length : 0;
  return {
    rows: shown,
    changedAt: new Map(changes.map(({ key, position }) => [key, position])),
    arrived: [...sent.keys()].filter((id) => !here.has(id)).length + settledAgain,
  };
}

const settledAtOf = ({ status, answer, closed }: Inquiry): string | null =>
  (status === 'answered' ? answer?.at : status === 'closed' ? closed?.at : null) ?? null;

/** A message as it is by now; null: there is none. It is among those that are done, or among the open ones. */
export async function readInquiry(inquiryId: string, signal: AbortSignal): Promise<Inquiry | null> {
  for (const show of ['done', 'open'] as const) {
    for (let page = 0, isLast = false; !isLast; page += 1) {
      const query = { show, page, pageSize: MOST_PER_PAGE };
      const { rows, rowCount } = await call('GET /messages', { query }, { signal });
      const found = rows.find((row) => row.inquiryId === inquiryId);
      if (found) return found;
      // What was settled while a dialog is open is among the last that were.
      isLast = show === 'done' || (page + 1) * MOST_PER_PAGE >= rowCount;
    }
  }
  return null;
}

const MOST_PER_PAGE = 100;
