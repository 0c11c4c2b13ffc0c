import { openAccount } from '@throughline/contracts';
import { accountDecider, SYSTEM_ACTOR } from '@throughline/domain';
import { derivedCommandId, type EventStore, handleCommand, readState } from '@throughline/event-store';
import { readSubmission } from '../engines/read-submission.js';
import { isStillAwaited } from '../planner/still-awaited.js';
import { isForAnAccount } from '../planner/what-a-submission-asks-for.js';
import type { JobProcessor } from '../queue/job-definition.js';
import { activateUser, createUser, findUser, type IdentityAdmin } from './identity-admin.js';

type Data = { readonly referralId: string };

/**
 * Opens an account for a referrer who has none (decision 0015): the identity provider is told of them, mails them the link by which they choose
 * a password, and the portal records the account. Each step finds what an earlier run did. Whoever has an account keeps it as it is,
 * and what was typed into the form changes nothing of it.
 */
export class OpenAccountProcessor implements JobProcessor<Data> {
  readonly job = openAccount;

  constructor(
    private readonly store: EventStore,
    private readonly identity: IdentityAdmin | undefined,
    private readonly now: () => Date = () => new Date(),
  ) {}

  async process({ referralId }: Data): Promise<void> {
    const { identity, store } = this;
    const submitted = await readSubmission(store, referralId);
    if (identity === undefined || submitted === undefined || !isForAnAccount(submitted)) return;
    if (!isStillAwaited(submitted.data.submittedAt, this.now())) return;

    const { email, firstName, lastName, phone } = submitted.data.order.referralInfo;
    const user =
      (await findUser(identity, email)) ??
      (await createUser(identity, { firstName, lastName, login: email, email, primaryPhone: phone }));
    const { state } = await readState(store, accountDecider, user.id);
    if (state.status === 'created') return;
    // One who is staged, and whom the portal does not know, is one that a run before this one left half made.
    if (user.status === 'STAGED') await activateUser(identity, user.id);

    const { eventId, correlationId } = submitted.metadata;
    const { profile } = user;
    await handleCommand(store, {
      decider: accountDecider,
      id: user.id,
      command: {
        type: 'CreateAccount',
        data: {
          userId: user.id,
          // As the provider knows them, and of no company: the form proves neither.
          lastName: profile.lastName,
          firstName: profile.firstName,
          email: profile.login,
          primaryPhone: profile.primaryPhone ?? null,
          companyId: null,
          admin: false,
          groups: [],
        },
      },
      context: {
        commandId: derivedCommandId(eventId, openAccount.name),
        actor: SYSTEM_ACTOR,
        at: this.now().toISOString(),
        correlationId,
        causationId: eventId,
      },
    });
  }
}
