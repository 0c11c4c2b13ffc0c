import type { MessageEvent, Recorded } from '@throughline/domain';
import type { Insertable } from 'kysely';
import { historyEntry } from '../referral-history/history-entry.js';
import type { Projection, Timestamp } from '../projecting/projection.js';

export interface SentMailTable {
  referral_id: string;
  message_id: string;
  sent_at: Timestamp;
}

type Row = Insertable<SentMailTable>;

/** Which referrals' IDs were mailed: whoever looks for mails that are missing asks. */
export const sentMailProjection: Projection<Row, Row> = {
  name: 'sent-mail',
  version: 1,
  categories: ['message'],
  evolve: (_, recorded) => {
    const event = recorded as Recorded<MessageEvent>;
    switch (event.type) {
      case 'ReferralMailSent': {
        const { referralId, messageId, sentAt } = event.data;
        return { referral_id: referralId, message_id: messageId, sent_at: sentAt };
      }
    }
  },
  table: {
    key: 'referral_id',
    columns: { referral_id: 'text', message_id: 'text', sent_at: 'timestamptz' },
    indexes: () => [],
  },
  rows: (row) => [row],
  feed: ({ referral_id, sent_at }) => [historyEntry(referral_id, { mailed: sent_at })],
};
