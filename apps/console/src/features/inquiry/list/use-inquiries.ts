import type { Change, Inquiry } from '@throughline/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../api/api.js';
import { useLiveTopic } from '../../../live/use-live-topic.js';

interface InquiriesQuestion {
  readonly show: 'open' | 'done';
  readonly page: number;
}

/** One page of messages as it was read, and live changes to them since. */
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

/**
 * A live change contains only the status and the time of settling. Who settled the message, and how, is unread until the page is read
 * again.
 */
export type LiveInquiry = Inquiry & { readonly isSettledUnread: boolean };

interface LiveInquiries {
  /** The rows in the order of the page. A message that was settled meanwhile keeps its place. */
  readonly rows: readonly LiveInquiry[];
  /** How many messages a new read of the page may add or update. */
  readonly arrived: number;
  /** For each message that changed since the page was read: the position of its last change, by id. */
  readonly changedAt: ReadonlyMap<string, number>;
}

/** The fields of a message in a live change. `settledAt`: when it was last answered or closed; null: it is open. */
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
    // A message that was reopened and settled again has the same status, but another `settledAt`.
    return {
      ...row,
      status,
      isSettledUnread: status !== 'open' && (status !== row.status || settledAt !== settledAtOf(row)),
    };
  });
  // On the page of settled messages, a new read shows the new answer or reason.
  const settledAgain = show === 'done' ? shown.filter(({ isSettledUnread }) => isSettledUnread).length : 0;
  return {
    rows: shown,
    changedAt: new Map(changes.map(({ key, position }) => [key, position])),
    arrived: [...sent.keys()].filter((id) => !here.has(id)).length + settledAgain,
  };
}

const settledAtOf = ({ status, answer, closed }: Inquiry): string | null =>
  (status === 'answered' ? answer?.at : status === 'closed' ? closed?.at : null) ?? null;

/** Reads the present state of one message; null: it does not exist. The API has no read by id, so the lists are searched. */
export async function readInquiry(inquiryId: string, signal: AbortSignal): Promise<Inquiry | null> {
  for (const show of ['done', 'open'] as const) {
    for (let page = 0, isLast = false; !isLast; page += 1) {
      const query = { show, page, pageSize: MOST_PER_PAGE };
      const { rows, rowCount } = await call('GET /messages', { query }, { signal });
      const found = rows.find((row) => row.inquiryId === inquiryId);
      if (found) return found;
      // A message that was settled while a dialog is open is among the last 100 settled ones.
      isLast = show === 'done' || (page + 1) * MOST_PER_PAGE >= rowCount;
    }
  }
  return null;
}

const MOST_PER_PAGE = 100;
