import { Inject, Injectable } from '@nestjs/common';
import { type Account, accountDecider, type PendingAct, type ProviderAct } from '@throughline/domain';
import { derivedCommandId, type EventStore, handleCommand, readState, systemContext } from '@throughline/event-store';
import { localeOf } from '@throughline/mail-texts';
import {
  activateUser,
  changeLifecycle,
  endSessions,
  findUser,
  IDENTITY_ADMIN,
  type IdentityAdmin,
  type IdentityUser,
  ProviderRefused,
  updateUser,
} from '@throughline/platform';
import { z } from 'zod';
import { type Clock, CLOCK, EVENT_STORE } from '../../engines/engines.js';
import { type Job, type JobProcessor, when } from '../../queue/job.js';

const data = z.object({ userId: z.string() });
type Data = z.infer<typeof data>;

/** Namespace of the command ids. */
const SETTLED = '5f7c9c2e-3f0c-4a1b-9c38-6f4b8f8d2f11';

/**
 * Makes the requests of administrators, and of the person's choice of a language, to the identity provider, in the order in which they were
 * recorded, and records each answer. There is one job per person, so that a deactivation and a reactivation do not overtake each other. A
 * request is repeated only if the process dies between the provider's answer and the event; all of them have the same effect when repeated,
 * except the mail of a link.
 */
@Injectable()
export class CarryOutActs implements JobProcessor<Data> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(IDENTITY_ADMIN) private readonly identity: IdentityAdmin | undefined,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async process({ userId }: Data): Promise<void> {
    const { identity, store } = this;
    if (identity === undefined) return;
    for (;;) {
      const { account } = (await readState(store, accountDecider, userId)).state;
      const pending = account?.pendingActs?.[0];
      if (account === null || pending === undefined) return;
      await this.settle(userId, pending, await refusalOf(identity, account, pending.act));
    }
  }

  private async settle(userId: string, { actNumber, act }: PendingAct, refusal: string | null): Promise<void> {
    await handleCommand(this.store, {
      decider: accountDecider,
      id: userId,
      command: { type: 'SettleProviderAct', data: { actNumber, act, refusal } },
      context: systemContext(derivedCommandId(SETTLED, `${userId}.${actNumber}`), this.now().toISOString()),
    });
  }
}

/** Null if the provider did it. Throws if the failure may be temporary. */
async function refusalOf(identity: IdentityAdmin, account: Account, act: ProviderAct): Promise<string | null> {
  const user = await findUser(identity, account.userId);
  if (user === undefined) return 'The identity provider does not know this person.';
  try {
    await ACTS[act](identity, user, account);
    return null;
  } catch (error) {
    if (error instanceof ProviderRefused) return error.message;
    throw error;
  }
}

type CarryOut = (identity: IdentityAdmin, user: IdentityUser, account: Account) => Promise<void>;

/** The management calls of each request. They do nothing if the user is in the wanted state already. */
const ACTS: Readonly<Record<ProviderAct, CarryOut>> = {
  deactivate: async (identity, { id, status }) => {
    if (status !== 'DEPROVISIONED') await changeLifecycle(identity, id, 'deactivate');
  },
  reactivate: async (identity, { id, status }) => {
    if (status === 'DEPROVISIONED' || status === 'STAGED') await activateUser(identity, id);
  },
  'expire-password': async (identity, { id, status }) => {
    if (status !== 'PASSWORD_EXPIRED') await changeLifecycle(identity, id, 'expire_password');
  },
  'reset-password': async (identity, { id, status }) => {
    if (status === 'STAGED') await activateUser(identity, id);
    else if (status === 'PROVISIONED') await changeLifecycle(identity, id, 'reactivate?sendEmail=true');
    else await changeLifecycle(identity, id, 'reset_password?sendEmail=true');
  },
  invite: async (identity, { id, status }) => {
    if (status === 'STAGED') await activateUser(identity, id);
    else await changeLifecycle(identity, id, 'reactivate?sendEmail=true');
  },
  unlock: (identity, { id }) => changeLifecycle(identity, id, 'unlock'),
  'end-sessions': (identity, { id }) => endSessions(identity, id),
  'remove-factors': (identity, { id }) => changeLifecycle(identity, id, 'reset_factors'),
  'update-profile': (identity, { id }, { firstName, lastName, primaryPhone }) =>
    updateUser(identity, id, { firstName, lastName, primaryPhone }),
  'update-language': (identity, { id }, { language = 'en' }) =>
    updateUser(identity, id, { locale: localeOf(language) }),
};

const ofPerson = ({ stream }: { readonly stream: string }): Data => ({ userId: stream.slice(stream.indexOf('-') + 1) });

export const carryOutActs: Job<Data> = {
  // Queued and failed jobs are stored under this name, so it stays.
  name: 'carry-out-acts',
  data,
  id: ({ userId }) => `acts.${userId}`,
  // Enough attempts for an outage of the identity provider of half an hour.
  attempts: 12,
  processor: CarryOutActs,
  plannedBy: (
    ['ProfileChanged', 'LanguageChosen', 'AccountDeactivated', 'AccountReactivated', 'SignInActOrdered'] as const
  ).map((type) => when(accountDecider, type, ofPerson)),
  findMissing: async ({ db, config, limit }) => {
    if (config.identityApiToken === undefined) return { jobs: [] };
    const rows = await db
      .selectFrom('account')
      .where('has_pending_act', '=', true)
      .orderBy('user_id')
      .limit(limit)
      .select('user_id')
      .execute();
    return { jobs: rows.map((row) => ({ data: { userId: row.user_id } })) };
  },
};
