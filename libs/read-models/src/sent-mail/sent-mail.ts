import type { ReferralMailEvent } from '@throughline/domain';
import type { Insertable } from 'kysely';
import { rowPerEntity, type Timestamp } from '../projecting/projection.js';
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

/** The referrals whose ID was mailed or withheld. The sweeper finds missing mails with it. */
export const sentMailProjection = rowPerEntity<Row, ReferralMailEvent>({
  name: 'sent-mail',
  version: 1,
  categories: ['message'],
  evolve: (_, event) => {
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
  key: 'referral_id',
  columns: { referral_id: 'text', message_id: 'text', sent_at: 'timestamptz' },
  feed: ({ referral_id, message_id, sent_at }) => [
    historyEntry(referral_id, message_id === null ? { withheld: sent_at } : { mailed: sent_at }),
  ],
});
