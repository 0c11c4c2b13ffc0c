import { Injectable } from '@nestjs/common';
import { mayReadReferral } from '@throughline/domain';
import { findReferralOwners, type ReferralOwners } from '@throughline/read-models';
import { AccessLog } from '../access-log/access-log.js';
import { Engines } from '../engine/engines.js';
import { notFound, signInRequired } from '../http/refusal.js';
import type { Caller } from '../identity/caller.js';
import { signedIn } from '../identity/may-call.js';
import { Newest } from '../memory/newest.js';
import { mayFollowUp } from './submitter-pass.js';

/** Whoever reads something of a referral comes by here first. */
@Injectable()
export class ReadableReferrals {
  /** Whose a referral is, is settled when it is submitted. */
  private readonly known = new Newest<string, ReferralOwners>();

  constructor(
    private readonly engines: Engines,
    private readonly accessLog: AccessLog,
  ) {}

  /** Throws 404 for a referral that is another company's just as for one that does not exist. */
  async require(caller: Caller, referralId: string): Promise<void> {
    if (!signedIn(caller.actor)) throw signInRequired();
    const owners = this.known.get(referralId) ?? (await findReferralOwners(this.engines.db, referralId));
    if (owners) this.known.set(referralId, owners);
    if (!owners || !mayReadReferral(caller.actor, owners)) throw notFound('referral');
  }

  /** The same for a read that shows a person's data: it is recorded as `screen`. */
  async open(caller: Caller, referralId: string, screen: string): Promise<void> {
    await this.require(caller, referralId);
    await this.accessLog.record({ caller, screen, referralIds: [referralId] });
  }

  /** For what belongs to sending an order: also who has just sent it, and was not signed in (QUALITY.md 1.7). */
  async requireSubmission(caller: Caller, referralId: string): Promise<void> {
    if (!mayFollowUp(caller.submitted, referralId)) await this.require(caller, referralId);
  }

  /** The same for a read: it is recorded as `screen`. */
  async openSubmission(caller: Caller, referralId: string, screen: string): Promise<void> {
    await this.requireSubmission(caller, referralId);
    await this.accessLog.record({ caller, screen, referralIds: [referralId] });
  }
}
