import type { ReferralMailEvent, Recorded } from '@throughline/domain';
import type { Insertable } from 'kysely';
import type { Projection, Timestamp } from '../projecting/projection.js';
import { historyEntry } from '../referral-history/referral-history.js';

export interface SentMailTable {
  referral_id: string;
  /** Null: no mail is sent, because too many were sent to the address. */
  message_id: string | null;
  /** When the mail was sent or withheld. */
  sent_at: Timestamp;
}

declare module '../read-model-schema.js' {
  interface ReadModelSchema {
    sent_mail: SentMailTable;
  }
}

type Row = Insertable<SentMailTable>;

/** The referrals whose ID was mailed, or not mailed because of the limit. The sweeper uses it to find missing mails. */
export const sentMailProjection: Projection<Row, Row> = {
  name: 'sent-mail',
  version: 1,
  categories: ['message'],
  evolve: (_, recorded) => {
    const event = recorded as Recorded<ReferralMailEvent>;
    switch (event.type) {
      case 'ReferralMailSent': {
        const { referralId, messageId, sentAt } = event.data;
        return { referral_id: referralId, message_id: messageId, sent_at: sentAt };
      }
      case 'ReferralMailWithheld': {
        const { referralId, withheldAt } = event.data;
        return { referral_id: referralId, message_id: null, sent_at: withheldAt };
      }
    }
  },
  table: {
    key: 'referral_id',
    columns: { referral_id: 'text', message_id: 'text', sent_at: 'timestamptz' },
    indexes: () => [],
  },
  rows: (row) => [row],
  feed: ({ referral_id, message_id, sent_at }) => [
    historyEntry(referral_id, message_id === null ? { withheld: sent_at } : { mailed: sent_at }),
  ],
};
