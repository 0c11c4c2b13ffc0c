import { Inject, Injectable } from '@nestjs/common';
import { type InquiryEvent, inquiryDecider, type Recorded } from '@throughline/domain';
import { contextCausedBy, type EventStore, handleCommand, readEvents } from '@throughline/event-store';
import { translateIn } from '@throughline/mail-texts';
import type { Mail, MailTransport, WorkerConfig } from '@throughline/platform';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Clock, CLOCK, CONFIG, EVENT_STORE, MAIL } from '../../engines/engines.js';
import { isRecentEnoughToMail, MAIL_ATTEMPTS, oldestToMail } from '../../mail/mail-limits.js';
import { type Job, type JobProcessor, when } from '../../queue/job.js';

const data = z.object({ inquiryId: z.string(), about: z.enum(['received', 'answered']) });
type Data = z.infer<typeof data>;

type Of<Type extends InquiryEvent['type']> = Extract<Recorded<InquiryEvent>, { readonly type: Type }>;

/** Mails the provider that a message has arrived, and its sender that it was answered. Each mail is a link and names nobody. */
@Injectable()
export class SendInquiryMail implements JobProcessor<Data> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(MAIL) private readonly mail: MailTransport,
    @Inject(CONFIG) private readonly config: Pick<WorkerConfig, 'publicOrigin' | 'contactEmail'>,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async process({ inquiryId, about }: Data): Promise<void> {
    const events = await readEvents<InquiryEvent>(this.store, `${inquiryDecider.category}-${inquiryId}`, {});
    const state = events.reduce(inquiryDecider.evolve, inquiryDecider.initialState);
    const received = events.find((event): event is Of<'InquiryReceived'> => event.type === 'InquiryReceived');
    const answered = events.findLast((event): event is Of<'InquiryAnswered'> => event.type === 'InquiryAnswered');
    const cause = about === 'received' ? received : answered;
    const isDue = about === 'received' ? !state.isAnnounced : state.answerToMail !== null;
    if (!received || !cause || !isDue || this.isOld(cause)) return;

    const mail = cause.type === 'InquiryReceived' ? this.announcement(cause) : this.linkToAnswer(received, cause);
    await this.mail.send(mail);
    const sentAt = this.now().toISOString();
    const sent = { inquiryId, messageId: mail.messageId, sentAt };
    await handleCommand(this.store, {
      decider: inquiryDecider,
      id: inquiryId,
      command:
        cause.type === 'InquiryReceived'
          ? { type: 'RecordInquiryAnnounced', data: sent }
          : { type: 'RecordAnswerMailed', data: { ...sent, answerToken: cause.data.answerToken } },
      context: contextCausedBy(cause, sendInquiryMail.name, sentAt),
    });
  }

  private isOld({ metadata }: Recorded): boolean {
    return !isRecentEnoughToMail(metadata.at, this.now());
  }

  private announcement({ data: { inquiryId, source } }: Of<'InquiryReceived'>): Mail {
    // The provider's staff work in English.
    const t = translateIn('en');
    return {
      to: this.config.contactEmail,
      subject: t('messageWaitsSubject', { id: inquiryId }),
      text: t('messageWaits', { source, link: `${this.config.publicOrigin}/messages` }),
      messageId: this.messageId('inquiry', inquiryId),
    };
  }

  private linkToAnswer(
    { data: { email, language = 'en' } }: Of<'InquiryReceived'>,
    { data: { inquiryId, answerToken }, revision }: Of<'InquiryAnswered'>,
  ): Mail {
    const { publicOrigin } = this.config;
    const t = translateIn(language);
    return {
      to: email,
      subject: t('messageAnsweredSubject'),
      text: t('messageAnswered', {
        link: `${publicOrigin}/message/${answerToken}`,
        contactLink: `${publicOrigin}/contact-us`,
      }),
      messageId: this.messageId('inquiry-answer', `${inquiryId}.${revision}`),
    };
  }

  private messageId(kind: string, id: string): string {
    return `${kind}.${id}@${new URL(this.config.publicOrigin).hostname}`;
  }
}

export const sendInquiryMail: Job<Data> = {
  name: 'send-inquiry-mail',
  data,
  id: ({ inquiryId, about }) => `inquiry-mail.${inquiryId}.${about}`,
  attempts: MAIL_ATTEMPTS,
  processor: SendInquiryMail,
  plannedBy: [
    when(inquiryDecider, 'InquiryReceived', ({ data: { inquiryId } }) => ({ inquiryId, about: 'received' })),
    when(inquiryDecider, 'InquiryAnswered', ({ data: { inquiryId } }) => ({ inquiryId, about: 'answered' })),
  ],
  findMissing: async ({ db, now, limit }) => {
    const { rows } = await sql<{ inquiry_id: string; mail_due: Data['about'] }>`
      select inquiry_id, mail_due from inquiry
       where mail_due is not null and coalesce(answered_at, received_at) > ${oldestToMail(now)}
       order by inquiry_id limit ${limit}`.execute(db);
    return { jobs: rows.map((row) => ({ data: { inquiryId: row.inquiry_id, about: row.mail_due } })) };
  },
};
