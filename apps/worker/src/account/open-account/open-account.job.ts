import { Inject, Injectable } from '@nestjs/common';
import { accountDecider, referralDecider } from '@throughline/domain';
import { contextCausedBy, type EventStore, handleCommand, readState } from '@throughline/event-store';
import { activateUser, IDENTITY_ADMIN, type IdentityAdmin } from '@throughline/platform';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Clock, CLOCK, EVENT_STORE } from '../../engines/engines.js';
import { readSubmission } from '../../engines/read-submission.js';
import { MailAllowance } from '../../mail/mail-allowance.js';
import { isRecentEnoughToMail } from '../../mail/mail-limits.js';
import { asksForAccount, rowAsksForMail } from '../../mail/mail-of-order.js';
import { type Job, type JobProcessor, when } from '../../queue/job.js';
import { findOrCreateUser, personOf } from '../create-account.js';

const data = z.object({ referralId: z.string() });
type Data = z.infer<typeof data>;

/**
 * Opens an account for a referrer without one (decision 0015): creates the user at the identity provider, which mails them a link for
 * choosing a password, and records the account. Each step finds the result of an earlier run. An existing account is not changed by the
 * form. An order whose referrer is not mailed opens no account.
 */
@Injectable()
export class OpenAccount implements JobProcessor<Data> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(IDENTITY_ADMIN) private readonly identity: IdentityAdmin | undefined,
    private readonly allowance: MailAllowance,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async process({ referralId }: Data): Promise<void> {
    const { identity, store } = this;
    const submitted = await readSubmission(store, referralId);
    if (identity === undefined || submitted === undefined || !asksForAccount(submitted)) return;
    if (!isRecentEnoughToMail(submitted.data.submittedAt, this.now())) return;

    const { order, language } = submitted.data;
    const { email } = order.referralInfo;
    const granted = await this.allowance.grants({ referralId, recipient: email, now: this.now() });
    if (!granted) return;
    const user = await findOrCreateUser(identity, { ...order.referralInfo, language });
    const { state } = await readState(store, accountDecider, user.id);
    if (state.account !== null) return;
    // An earlier run stopped after it had created this staged user.
    if (user.status === 'STAGED') await activateUser(identity, user.id);

    await handleCommand(store, {
      decider: accountDecider,
      id: user.id,
      command: {
        type: 'CreateAccount',
        data: {
          ...personOf(user),
          companyId: null,
          admin: false,
          groups: [],
          ...(language && { language }),
        },
      },
      context: contextCausedBy(submitted, openAccount.name, this.now().toISOString()),
    });
  }
}

export const openAccount: Job<Data> = {
  name: 'open-account',
  data,
  id: ({ referralId }) => `open-account.${referralId}`,
  // Enough attempts for an outage of the provider's mail server of half an hour.
  attempts: 12,
  processor: OpenAccount,
  plannedBy: [
    when(referralDecider, 'ReferralSubmitted', (event) =>
      asksForAccount(event) ? { referralId: event.data.referralId } : null,
    ),
  ],
  /** Newest first; empty if no identity provider is configured. */
  findMissing: async ({ db, now, config, limit }) => {
    if (config.identityApiToken === undefined) return { jobs: [] };
    const { rows } = await sql<{ referral_id: string }>`
      select referral_id from referral_detail as referral
       where ${rowAsksForMail(now)} and submitter_user_id is null
         and not exists (select from account where account.email = lower(referral.referrer_email))
         and not exists (select from sent_mail as mail where mail.referral_id = referral.referral_id and mail.message_id is null)
       order by referral_id desc limit ${limit}`.execute(db);
    return { jobs: rows.map((row) => ({ data: { referralId: row.referral_id } })) };
  },
};
