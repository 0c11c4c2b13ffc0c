import { Inject, Injectable } from '@nestjs/common';
import {
  accountDecider,
  type Language,
  type ReferralMailCommand,
  referralMailDecider,
  type Recorded,
  referralDecider,
  type ReferralSubmitted,
} from '@throughline/domain';
import { contextCausedBy, type EventStore, handleCommand, readState } from '@throughline/event-store';
import type { MailTransport, WorkerConfig } from '@throughline/platform';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Clock, CLOCK, CONFIG, EVENT_STORE, MAIL } from '../../engines/engines.js';
import { readBenefitOutcome, readSubmission } from '../../engines/read-submission.js';
import { MailAllowance } from '../../mail/mail-allowance.js';
import { isRecentEnoughToMail, MAIL_ATTEMPTS } from '../../mail/mail-limits.js';
import { asksForMail, rowAsksForMail } from '../../mail/mail-of-order.js';
import { type Job, type JobProcessor, when } from '../../queue/job.js';
import { referralMail } from './referral-mail.js';

const data = z.object({ referralId: z.string() });
type Data = z.infer<typeof data>;

/**
 * Mails the referral's ID to a referrer who wants mail; for an order that asks for a benefit, once the outcome is known. The mail is sent
 * twice only if the process dies between the mail server's answer and the event, and then has the same Message-ID. If too many anonymous
 * orders have caused mail to the address, nothing is sent, and that is recorded instead.
 */
@Injectable()
export class SendReferralMail implements JobProcessor<Data> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(MAIL) private readonly mail: MailTransport,
    private readonly allowance: MailAllowance,
    @Inject(CONFIG) private readonly config: Pick<WorkerConfig, 'publicOrigin'>,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async process({ referralId }: Data): Promise<void> {
    const { state } = await readState(this.store, referralMailDecider, referralId);
    if (state.referralMail !== 'due') return;
    const submitted = await readSubmission(this.store, referralId);
    if (submitted === undefined || !isRecentEnoughToMail(submitted.data.submittedAt, this.now())) return;
    const { order, eligiblePatientId } = submitted.data;
    const { email, sendNotificationsFlag } = order.referralInfo;
    if (!sendNotificationsFlag) return;
    const outcome = eligiblePatientId === undefined ? 'none' : await readBenefitOutcome(this.store, referralId);
    // The event that records the outcome will plan this job again.
    if (outcome === null) return;

    if (!(await this.mayMail(submitted))) {
      const at = this.now().toISOString();
      return this.record(submitted, at, { type: 'WithholdReferralMail', data: { referralId, withheldAt: at } });
    }
    const isRefused = outcome === 'refused';
    const language = await this.languageOf(submitted);
    const mail = referralMail({ to: email, language, referralId, isRefused, publicOrigin: this.config.publicOrigin });
    await this.mail.send(mail);
    const sentAt = this.now().toISOString();
    await this.record(submitted, sentAt, {
      type: 'RecordReferralMail',
      data: { referralId, messageId: mail.messageId, sentAt },
    });
  }

  /** Applies the limit, because a referrer who is not signed in may have typed any address. */
  private async mayMail({ data, metadata }: Recorded<ReferralSubmitted>): Promise<boolean> {
    if (metadata.actor.userId !== null) return true;
    const { referralId, order } = data;
    return this.allowance.grants({ referralId, recipient: order.referralInfo.email, now: this.now() });
  }

  /** The language of the account if the referrer was signed in and has chosen one, else that of the page. */
  private async languageOf({ data, metadata }: Recorded<ReferralSubmitted>): Promise<Language> {
    const { userId } = metadata.actor;
    const account = userId === null ? null : (await readState(this.store, accountDecider, userId)).state.account;
    return account?.language ?? data.language ?? 'en';
  }

  private async record(
    submitted: Recorded<ReferralSubmitted>,
    at: string,
    command: ReferralMailCommand,
  ): Promise<void> {
    await handleCommand(this.store, {
      decider: referralMailDecider,
      id: submitted.data.referralId,
      command,
      context: contextCausedBy(submitted, sendReferralMail.name, at),
    });
  }
}

export const sendReferralMail: Job<Data> = {
  name: 'send-referral-mail',
  data,
  id: ({ referralId }) => `referral-mail.${referralId}`,
  attempts: MAIL_ATTEMPTS,
  processor: SendReferralMail,
  plannedBy: [
    when(referralDecider, 'ReferralSubmitted', (event) => {
      const { referralId, eligiblePatientId } = event.data;
      return asksForMail(event) && eligiblePatientId === undefined ? { referralId } : null;
    }),
    // The mail for an order that asks for a benefit. The processor checks whether its referrer wants mail.
    when(referralDecider, 'BenefitOutcomeTold', ({ data: { referralId } }) => ({ referralId })),
  ],
  /** Newest first. */
  findMissing: async ({ db, now, limit }) => {
    const { rows } = await sql<{ referral_id: string }>`
      select referral_id from referral_detail as referral
       where ${rowAsksForMail(now)}
         and not exists (select from sent_mail as mail where mail.referral_id = referral.referral_id)
         and not exists (select from submission where submission.referral_id = referral.referral_id and "row" ->> 'benefit' = 'waiting')
       order by referral_id desc limit ${limit}`.execute(db);
    return { jobs: rows.map((row) => ({ data: { referralId: row.referral_id } })) };
  },
};
