import type { Inquiry, InquiryAnswer, InquiryList } from '@throughline/contracts';
import type { InquiryEvent, Recorded } from '@throughline/domain';
import { type Insertable, type Kysely, sql } from 'kysely';
import type { Projection, Timestamp } from '../projecting/projection.js';
import type { ReadModelSchema } from '../read-model-schema.js';
import { inSnapshot } from '../snapshot.js';

export interface InquiryTable {
  inquiry_id: string;
  status: Inquiry['status'];
  received_at: Timestamp;
  due_at: Timestamp;
  /** When it was last answered or closed; null while it is open. */
  settled_at: Timestamp | null;
  /** The token in the link to the last answer. */
  answer_token: string | null;
  answered_at: Timestamp | null;
  /** The mail that is still to be sent; null: none. */
  mail_due: 'received' | 'answered' | null;
  inquiry: Inquiry;
}

declare module '../read-model-schema.js' {
  interface ReadModelSchema {
    inquiry: InquiryTable;
  }
}

interface Received {
  readonly inquiry: Inquiry;
  readonly answerToken: string | null;
  readonly isAnnounced: boolean;
}

/** Messages of Contact Us and Help & Suggestions. Live changes contain nothing of them: they only say that something changed. */
export const inquiryProjection: Projection<Received, Insertable<InquiryTable>> = {
  name: 'inquiry',
  version: 1,
  categories: ['inquiry'],
  evolve: (state, recorded) => {
    const event = recorded as Recorded<InquiryEvent>;
    if (event.type === 'InquiryReceived') {
      const open = { status: 'open', answer: null, closed: null } as const;
      return { inquiry: { ...event.data, ...open }, answerToken: null, isAnnounced: false };
    }
    return state && further(state, event);
  },
  table: {
    key: 'inquiry_id',
    columns: {
      inquiry_id: 'text',
      status: 'text',
      received_at: 'timestamptz',
      due_at: 'timestamptz',
      settled_at: 'timestamptz',
      answer_token: 'text',
      answered_at: 'timestamptz',
      mail_due: 'text',
      inquiry: 'json',
    },
    indexes: (table) => [
      `on ${table} (due_at, inquiry_id) where status = 'open'`,
      `on ${table} (settled_at, inquiry_id) where settled_at is not null`,
      `on ${table} (answer_token) where answer_token is not null`,
      `on ${table} (inquiry_id) where mail_due is not null`,
    ],
  },
  rows: (state) => [tableRow(state)],
  feed: (state) => {
    const { inquiry_id: inquiryId, status, settled_at: settledAt } = tableRow(state);
    return [{ topic: 'inquiries', key: inquiryId, audience: ['staff'], row: { inquiryId, status, settledAt } }];
  },
};

type Later = Exclude<Recorded<InquiryEvent>, { readonly type: 'InquiryReceived' }>;

function further(state: Received, event: Later): Received {
  const changed = (change: Partial<Inquiry>): Received => ({ ...state, inquiry: { ...state.inquiry, ...change } });
  switch (event.type) {
    case 'InquiryAnnounced':
      return { ...state, isAnnounced: true };
    case 'InquiryAnswered': {
      const { text, by, answeredAt: at, answerToken } = event.data;
      const answer = { text, by: by.name, at, isMailed: false };
      return { ...changed({ status: 'answered', answer }), answerToken };
    }
    case 'InquiryAnswerMailed': {
      const { answer } = state.inquiry;
      return answer ? changed({ answer: { ...answer, isMailed: true } }) : state;
    }
    case 'InquiryClosed': {
      const { reason: text, by, closedAt: at } = event.data;
      return changed({ status: 'closed', closed: { text, by: by.name, at } });
    }
    case 'InquiryReopened': {
      const { by, reopenedAt: at } = event.data;
      return changed({ status: 'open', closed: null, reopened: { by: by.name, at, closed: state.inquiry.closed } });
    }
  }
}

function tableRow({ inquiry, answerToken, isAnnounced }: Received): Insertable<InquiryTable> {
  const { inquiryId, status, receivedAt, dueAt, answer, closed } = inquiry;
  return {
    inquiry_id: inquiryId,
    status,
    received_at: receivedAt,
    due_at: dueAt,
    settled_at: status === 'open' ? null : status === 'answered' ? (answer?.at ?? null) : (closed?.at ?? null),
    answer_token: answerToken,
    answered_at: answer?.at ?? null,
    mail_due: !isAnnounced ? 'received' : answer && !answer.isMailed ? 'answered' : null,
    inquiry,
  };
}

interface ListInquiries {
  readonly show: 'open' | 'done';
  /** Counts from 0. */
  readonly page: number;
  readonly pageSize: number;
}

export function listInquiries(
  db: Kysely<ReadModelSchema>,
  { show, page, pageSize }: ListInquiries,
): Promise<InquiryList> {
  return inSnapshot(db, async (snapshot) => {
    const those = snapshot
      .selectFrom('inquiry')
      .where((where) => (show === 'open' ? where('status', '=', 'open') : where('settled_at', 'is not', null)));
    const inOrder =
      show === 'open'
        ? those.orderBy('due_at').orderBy('inquiry_id')
        : those.orderBy('settled_at', 'desc').orderBy('inquiry_id', 'desc');
    const rows = await inOrder
      .limit(pageSize)
      .offset(page * pageSize)
      .select('inquiry')
      .execute();
    const { count } = await those.select((all) => all.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
    const feed = await snapshot
      .selectFrom('change_feed_state')
      .select(['epoch', 'last_position as position'])
      .executeTakeFirstOrThrow();
    return { rows: rows.map((row) => row.inquiry), rowCount: Number(count), feed };
  });
}

/** The answer that a mailed link opens. It must be the message's last answer, given after `since`. */
export async function findInquiryAnswer(
  db: Kysely<ReadModelSchema>,
  token: string,
  since: Date,
): Promise<InquiryAnswer | undefined> {
  const row = await db
    .selectFrom('inquiry')
    .where('answer_token', '=', token)
    .where('answered_at', '>', sql<Date>`${since}`)
    .select('inquiry')
    .executeTakeFirst();
  const answer = row?.inquiry.answer;
  return answer ? { text: answer.text, answeredAt: answer.at } : undefined;
}
