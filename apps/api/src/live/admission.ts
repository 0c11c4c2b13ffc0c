import { Injectable } from '@nestjs/common';
import { topicKey, type Topic } from '@throughline/contracts';
import { mayAudit, maySeeQueue } from '@throughline/domain';
import { getLimitedReferral, type FeedChange } from '@throughline/read-models';
import { AccessLog } from '../access-log/access-log.js';
import { Engines } from '../engine/engines.js';
import { notFound, Refusal, signInRequired } from '../http/refusal.js';
import type { Caller } from '../identity/caller.js';
import { signedIn } from '../identity/may-call.js';
import { OpenLookUps } from '../referral-access/open-look-ups.js';
import { ReadableReferrals } from '../referral-access/readable-referrals.js';

/** Leave to hear of a topic's changes: those for any of `audience`, or all where the topic itself is the permission (null). */
export interface Admission {
  readonly topic: string;
  readonly audience: readonly string[] | null;
  /** People who may hear the same share a room. */
  readonly room: string;
}

/** Who may hear what live: the same as they may read. */
@Injectable()
export class Admissions {
  constructor(
    private readonly engines: Engines,
    private readonly referrals: ReadableReferrals,
    private readonly lookUps: OpenLookUps,
    private readonly accessLog: AccessLog,
  ) {}

  /** At a join: counted and recorded as the read that it is. Throws a `Refusal`. */
  async join(caller: Caller, topic: Topic): Promise<Admission> {
    if (topic.name === 'limited-referral') {
      const found = await this.lookUps.count(caller, 'Limited referral, live', topic.referralId, () =>
        getLimitedReferral(this.engines.db, topic.referralId),
      );
      if (!found) throw notFound('referral');
      return admission(topic, null);
    }
    const admitted = await this.confirm(caller, topic);
    // It says that there is more to read; reading that is recorded.
    if (topic.name === 'referral-history') return admitted;
    const referralIds = 'referralId' in topic ? [topic.referralId] : [];
    await this.accessLog.record({ caller, screen: `${SCREENS[topic.name]}, live`, referralIds });
    return admitted;
  }

  /** The same without being a new read: when a token is renewed. */
  async confirm(caller: Caller, topic: Topic): Promise<Admission> {
    switch (topic.name) {
      case 'limited-referral':
        return admission(topic, null);
      case 'referral':
        await this.referrals.require(caller, topic.referralId);
        return admission(topic, null);
      case 'submission':
        await this.referrals.requireSubmission(caller, topic.referralId);
        return admission(topic, null);
      case 'referral-history':
        if (!signedIn(caller.actor)) throw signInRequired();
        if (!mayAudit(caller.actor)) throw new Refusal(403, 'identity/not-allowed', 'The audit is not for your role.');
        return admission(topic, null);
      case 'referral-list':
        if (!signedIn(caller.actor)) throw signInRequired();
        return admission(topic, audienceOf(caller));
      case 'task-queue':
        if (!signedIn(caller.actor)) throw signInRequired();
        if (!maySeeQueue(caller.actor)) {
          throw new Refusal(403, 'identity/not-allowed', 'The queue is for the people who work it.');
        }
        return admission(topic, ['staff']);
    }
  }
}

export function isFor({ topic, audience }: Admission, change: FeedChange): boolean {
  return change.topic === topic && (audience === null || change.audience.some((one) => audience.includes(one)));
}

const SCREENS = {
  referral: 'Referral',
  submission: 'Submission',
  'referral-list': 'Referrals list',
  'task-queue': 'Queue',
} as const;

function admission(of: Topic, audience: readonly string[] | null): Admission {
  const topic = topicKey(of);
  return { topic, audience, room: audience === null ? topic : `${topic}@${audience.join()}` };
}

/** As the read models write it on a change of the list. */
function audienceOf({ actor: { role, userId, companyId } }: Caller): readonly string[] {
  if (role !== 'referrer') return ['staff'];
  const own = [`user:${userId}`];
  return companyId === null ? own : [...own, `company:${companyId}`];
}
