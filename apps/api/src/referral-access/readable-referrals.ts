import { Inject, Injectable } from '@nestjs/common';
import {
  type Actor,
  isRecertificationId,
  isReferralId,
  mayReadReferral,
  maySeeQueue,
  recertificationDecider,
  type Recorded,
  referralDecider,
  type ReferralEvent,
} from '@throughline/domain';
import { type EventStore, readState } from '@throughline/event-store';
import {
  findReferralOwners,
  getRecertification,
  type ReferralOwners,
  type ReferralScope,
} from '@throughline/read-models';
import { AccessLog } from '../access-log/access-log.js';
import { readCache } from '../cache/read-cache.js';
import type { Clock } from '../engines/clock.js';
import { type ApiDatabase, CLOCK, DATABASE, EVENT_STORE } from '../engines/engines.js';
import { notProjectedYet } from '../engines/read-models.js';
import { notFound, signInRequired } from '../http/http-error.js';
import { type Caller, isSignedIn } from '../identity/caller.js';
import { mayFollowUp } from './submitter-pass.js';

/** How long changed owners (a restored or rebuilt read model) may go unnoticed on a node. */
const OWNERS_TTL_MS = 1_000;

const WITHOUT_OWNER: ReferralOwners = { companyId: null, submitterUserId: null };

/**
 * The permission check before every read of a referral, and of a recertification by its id: that has neither referrer nor submitter, so
 * only the provider's staff may read it.
 */
@Injectable()
export class ReadableReferrals {
  private readonly owners;

  constructor(
    @Inject(DATABASE) private readonly database: ApiDatabase,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly accessLog: AccessLog,
    @Inject(CLOCK) clock: Clock,
  ) {
    this.owners = readCache(
      (id: string) => findReferralOwners(database.db, id),
      OWNERS_TTL_MS,
      () => clock.now(),
    );
  }

  /** Throws the same 404 for another company's referral and for an unknown one, and 503 for one that is not projected yet. */
  async require(caller: Caller, referralId: string): Promise<void> {
    if (!(await this.isProjected(caller, referralId))) throw notProjectedYet();
  }

  /** Like `require`, for a command, which needs no read model: accepts a referral that is in the log and not projected yet. */
  async requireForCommand(caller: Caller, referralId: string): Promise<void> {
    await this.isProjected(caller, referralId);
  }

  /** Like `require`, for a referral that is known to exist: callers who may read every referral need no query. */
  async confirm(caller: Caller, referralId: string): Promise<void> {
    if (!mayReadReferral(caller.actor, WITHOUT_OWNER)) await this.require(caller, referralId);
  }

  /** Like `require`, for a read of personal data: records the access as `screen`. */
  async open(caller: Caller, referralId: string, screen: string): Promise<void> {
    await this.require(caller, referralId);
    await this.accessLog.record({ caller, screen, referralIds: [referralId] });
  }

  /** Like `require`, and also accepts the browser that has just submitted the referral without a sign-in (docs/promises.md 1.7). */
  async requireSubmission(caller: Caller, referralId: string): Promise<void> {
    if (!mayFollowUp(caller.submitted, referralId)) await this.require(caller, referralId);
  }

  /** Like `confirm`, with the exception of `requireSubmission`. */
  async confirmSubmission(caller: Caller, referralId: string): Promise<void> {
    if (!mayFollowUp(caller.submitted, referralId)) await this.confirm(caller, referralId);
  }

  /** Like `requireForCommand`, with the exception of `requireSubmission`. */
  async requireSubmitted(caller: Caller, referralId: string): Promise<void> {
    if (!mayFollowUp(caller.submitted, referralId)) await this.requireForCommand(caller, referralId);
  }

  /** Like `requireSubmission`, for a read of personal data: records the access as `screen`. */
  async openSubmission(caller: Caller, referralId: string, screen: string): Promise<void> {
    await this.requireSubmission(caller, referralId);
    await this.accessLog.record({ caller, screen, referralIds: [referralId] });
  }

  /** Whether the read models have the referral. Throws 404 for one that the caller may not read. */
  private async isProjected({ actor }: Caller, referralId: string): Promise<boolean> {
    if (!isSignedIn(actor)) throw signInRequired();
    if (isRecertificationId(referralId)) return this.isProjectedRecertification(actor, referralId);
    const projected = await this.owners.fetch(referralId);
    const owners = projected ?? (await this.ownersInLog(referralId));
    if (!owners || !mayReadReferral(actor, owners)) throw notFound('referral');
    return projected !== undefined;
  }

  private async isProjectedRecertification(actor: Actor, id: string): Promise<boolean> {
    if (!maySeeQueue(actor)) throw notFound('recertification');
    if (await getRecertification(this.database.db, id)) return true;
    const { revision } = await readState(this.store, recertificationDecider, id);
    if (revision < 0) throw notFound('recertification');
    return false;
  }

  /** The owners, from the referral's first event. */
  private async ownersInLog(referralId: string): Promise<ReferralOwners | undefined> {
    if (!isReferralId(referralId)) return undefined;
    const stream = `${referralDecider.category}-${referralId}`;
    for await (const recorded of this.store.readStream(stream, { to: 0 })) {
      const { type, data, metadata } = recorded as Recorded<ReferralEvent>;
      if (type === 'ReferralSubmitted') return { companyId: data.companyId, submitterUserId: metadata.actor.userId };
    }
    return undefined;
  }
}

/** Staff, ops and admins list all referrals; a referrer lists their own or, on request, all of their company's. */
export function scopeOf({ actor }: Caller, includeCompany: boolean): ReferralScope {
  if (actor.role !== 'referrer') return { kind: 'all' };
  const own = { userId: actor.userId ?? '' };
  if (includeCompany && actor.companyId !== null) return { kind: 'company', ...own, companyId: actor.companyId };
  return { kind: 'own', ...own };
}
