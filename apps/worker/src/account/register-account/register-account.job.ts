import { Inject, Injectable } from '@nestjs/common';
import {
  type Account,
  accountDecider,
  type AccountRequested,
  type AccountRequestSettled,
  isActive,
  registrationDecider,
} from '@throughline/domain';
import { derivedCommandId, type EventStore, handleCommand, readState, systemContext } from '@throughline/event-store';
import { translateIn } from '@throughline/mail-texts';
import {
  activateUser,
  changeLifecycle,
  IDENTITY_ADMIN,
  type IdentityAdmin,
  type IdentityUser,
  type Mail,
  type MailTransport,
  type WorkerConfig,
} from '@throughline/platform';
import { z } from 'zod';
import { type Clock, CLOCK, CONFIG, EVENT_STORE, MAIL } from '../../engines/engines.js';
import { MailAllowance } from '../../mail/mail-allowance.js';
import { isRecentEnoughToMail, oldestToMail } from '../../mail/mail-limits.js';
import { type Job, type JobProcessor, when } from '../../queue/job.js';
import { findOrCreateUser, personOf } from '../create-account.js';

const data = z.object({ registrationId: z.string() });
type Data = z.infer<typeof data>;
type Request = AccountRequested['data'];
type Settled = Omit<AccountRequestSettled['data'], 'registrationId'>;

const WITHHELD: Settled = { outcome: 'withheld', userId: null };

/** Namespace of the command ids. */
const REGISTRATIONS = 'a4b4e0d2-0d0f-4c55-9e0e-9a1f3b6c7d20';

/**
 * Opens a requested account: creates the user at the identity provider, which mails a link for choosing a password, and records the
 * account. If the address has an account already, that account is not changed. Its owner gets a mail that says so, or the activation link
 * again if they have not used it. The answer to the request is the same in all cases, so that it does not reveal who has an account
 * (docs/promises.md 1.2). Each step finds the result of an earlier run.
 */
@Injectable()
export class RegisterAccount implements JobProcessor<Data> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(IDENTITY_ADMIN) private readonly identity: IdentityAdmin | undefined,
    @Inject(MAIL) private readonly mail: MailTransport,
    private readonly allowance: MailAllowance,
    @Inject(CONFIG) private readonly config: Pick<WorkerConfig, 'publicOrigin'>,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async process({ registrationId }: Data): Promise<void> {
    const { state } = await readState(this.store, registrationDecider, registrationId);
    if (this.identity === undefined || state.status !== 'requested') return;
    if (!isRecentEnoughToMail(state.request.requestedAt, this.now())) return;
    const settled = await this.settle(this.identity, state.request);
    await handleCommand(this.store, {
      decider: registrationDecider,
      id: registrationId,
      command: { type: 'SettleAccountRequest', data: { registrationId, ...settled } },
      context: this.context(`${registrationId}.settled`),
    });
  }

  private async settle(identity: IdentityAdmin, request: Request): Promise<Settled> {
    // The limit of mails does not apply to a request by an administrator; beyond it, a request by a stranger creates nothing.
    if (request.requestedBy === null && !(await this.mayMail(request))) return WITHHELD;
    const user = await findOrCreateUser(identity, request);
    const { account } = (await readState(this.store, accountDecider, user.id)).state;
    if (account !== null) {
      // An earlier run of this job created the user, and stopped before it recorded that.
      if (await this.isOwn(request, user)) return { outcome: 'created', userId: user.id };
      if (!(await this.mayMail(request))) return WITHHELD;
      await this.tellOwner(identity, user, account, request);
      return { outcome: 'known', userId: user.id };
    }
    if (user.status === 'STAGED') await activateUser(identity, user.id);
    await this.createAccount(request, user);
    return { outcome: 'created', userId: user.id };
  }

  /** Somebody who has not chosen a password yet cannot sign in, so they are mailed the link again. */
  private async tellOwner(identity: IdentityAdmin, user: IdentityUser, account: Account, request: Request) {
    const { id, status } = user;
    if (isActive(account) && status === 'STAGED') await activateUser(identity, id);
    else if (isActive(account) && status === 'PROVISIONED')
      await changeLifecycle(identity, id, 'reactivate?sendEmail=true');
    else await this.mail.send(knownMail(account, request, this.config.publicOrigin));
  }

  private async createAccount(request: Request, user: IdentityUser): Promise<void> {
    const { companyId, claimedCompanyId, groups, requestedBy, reason, language } = request;
    await handleCommand(this.store, {
      decider: accountDecider,
      id: user.id,
      command: {
        type: 'CreateAccount',
        data: {
          ...personOf(user),
          companyId,
          admin: false,
          groups,
          ...(claimedCompanyId !== null && { claimedCompanyId }),
          ...(requestedBy !== null && { requestedBy }),
          ...(reason !== null && { reason }),
          ...(language && { language }),
        },
      },
      context: this.context(request.registrationId),
    });
  }

  private async isOwn({ registrationId }: Request, { id }: IdentityUser): Promise<boolean> {
    const { commandId } = this.context(registrationId);
    for await (const { metadata } of this.store.readStream(`${accountDecider.category}-${id}`)) {
      if (metadata.commandId === commandId) return true;
    }
    return false;
  }

  /** Whether the limit of mails allows it: anybody may have typed somebody else's address. Decided once for each request. */
  private async mayMail({ registrationId, email }: Request): Promise<boolean> {
    return this.allowance.grants({
      referralId: `registration-${registrationId}`,
      recipient: email,
      now: this.now(),
    });
  }

  private context(of: string) {
    return systemContext(derivedCommandId(REGISTRATIONS, of), this.now().toISOString());
  }
}

/**
 * The mail to the owner of an address with which somebody tried to register. It goes to the address of the account, because another
 * spelling of it may belong to somebody else. It does not say who tried.
 */
function knownMail(account: Account, { registrationId, language = 'en' }: Request, publicOrigin: string): Mail {
  const t = translateIn(account.language ?? language);
  return {
    to: account.email,
    ...(isActive(account)
      ? { subject: t('accountKnownSubject'), text: t('accountKnown', { link: publicOrigin }) }
      : {
          subject: t('accountDeactivatedSubject'),
          text: t('accountDeactivated', { link: `${publicOrigin}/contact-us` }),
        }),
    messageId: `registration.${registrationId}@${new URL(publicOrigin).hostname}`,
  };
}

export const registerAccount: Job<Data> = {
  name: 'register-account',
  data,
  id: ({ registrationId }) => `registration.${registrationId}`,
  // Enough attempts for an outage of the identity provider or the mail server of half an hour.
  attempts: 12,
  processor: RegisterAccount,
  plannedBy: [when(registrationDecider, 'AccountRequested', ({ data: { registrationId } }) => ({ registrationId }))],
  findMissing: async ({ db, now, config, limit }) => {
    if (config.identityApiToken === undefined) return { jobs: [] };
    const rows = await db
      .selectFrom('registration')
      .where('outcome', 'is', null)
      .where('requested_at', '>=', oldestToMail(now))
      .orderBy('requested_at', 'desc')
      .limit(limit)
      .select('registration_id')
      .execute();
    return { jobs: rows.map((row) => ({ data: { registrationId: row.registration_id } })) };
  },
};
