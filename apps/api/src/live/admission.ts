import { Inject, Injectable } from '@nestjs/common';
import { RIGHTS_CHANGED, topicKey, type Topic } from '@throughline/contracts';
import { mayAudit, maySeeQueue } from '@throughline/domain';
import { getLimitedReferral, type FeedChange } from '@throughline/read-models';
import { type ApiDatabase, DATABASE } from '../engines/engines.js';
import { HttpError, notAllowed, notFound, signInRequired } from '../http/http-error.js';
import { type Caller, isSignedIn } from '../identity/caller.js';
import { OpenLookUps } from '../referral-access/open-look-ups.js';
import { ReadableReferrals } from '../referral-access/readable-referrals.js';

/** Permission to receive a topic's changes: those for any of `audience`, or all of them if it is null. */
export interface Admission {
  readonly topic: string;
  readonly audience: readonly string[] | null;
  /** Callers who may receive the same changes share a room. */
  readonly room: string;
  /** The name of the screen in the access log; null if its rows contain no personal data. */
  readonly screen: string | null;
}

const QUEUE_AUDIENCE = ['staff'];

/** Decides who may follow which topic: a caller may receive live what it may read. */
@Injectable()
export class Admissions {
  constructor(
    @Inject(DATABASE) private readonly database: ApiDatabase,
    private readonly referrals: ReadableReferrals,
    private readonly lookUps: OpenLookUps,
  ) {}

  /** The permission check at a join, which counts and records an open look-up. Throws an `HttpError`. */
  async join(caller: Caller, topic: Topic): Promise<Admission> {
    if (topic.name === 'limited-referral') {
      const { referralId } = topic;
      const found = await this.lookUps.run(
        caller,
        'Limited referral, live',
        referralId,
        () => getLimitedReferral(this.database.db, referralId),
        () => ({ referralIds: [referralId] }),
      );
      if (!found) throw notFound('referral');
    }
    if (OF_WHO_MAY_READ.has(topic.name) && 'referralId' in topic)
      await this.referrals.require(caller, topic.referralId);
    if (topic.name === 'submission') await this.referrals.requireSubmission(caller, topic.referralId);
    return this.confirm(caller, topic);
  }

  /** Checks a topic that was joined before, with the caller's present rights. Throws an `HttpError`. */
  async confirm(caller: Caller, topic: Topic): Promise<Admission> {
    switch (topic.name) {
      case 'limited-referral':
        return admission(topic, null);
      case 'referral':
        await this.referrals.confirm(caller, topic.referralId);
        return admission(topic, null);
      case 'submission':
        await this.referrals.confirmSubmission(caller, topic.referralId);
        return admission(topic, null);
      case 'evidence':
      case 'referral-history':
        if (!isSignedIn(caller.actor)) throw signInRequired();
        if (!mayAudit(caller.actor)) throw notAllowed('The audit is not for your role.');
        return admission(topic, null);
      case 'notes':
        await this.referrals.confirm(caller, topic.referralId);
        return admission(topic, null);
      case 'internal-notes':
        requireQueue(caller, 'Internal notes are for the people of the provider.');
        return admission(topic, null);
      case 'recertification':
      case 'recertifications':
        requireQueue(caller, 'Recertifications are for the people of the provider.');
        return admission(topic, null);
      case 'note-list':
        if (!isSignedIn(caller.actor)) throw signInRequired();
        // The notes that a person has read are announced only to that person.
        return admission(topic, [...new Set([...audienceOf(caller), `user:${caller.actor.userId}`])]);
      case 'referral-list':
        if (!isSignedIn(caller.actor)) throw signInRequired();
        return admission(topic, audienceOf(caller));
      case 'notifications':
        if (!isSignedIn(caller.actor)) throw signInRequired();
        return admission(topic, notifiedAs(caller));
      case 'inquiries':
        requireQueue(caller, 'Messages are for the people of the provider.');
        return admission(topic, QUEUE_AUDIENCE);
      case 'task-queue':
        requireQueue(caller, 'The queue is for the people who work it.');
        return admission(topic, QUEUE_AUDIENCE);
    }
  }

  /** Why the caller, who may be another person than the one who joined, may no longer follow a topic in the same way; null if they may. */
  async lossOf(
    caller: Caller,
    topic: Topic,
    joined: Admission,
    isAnother: boolean,
  ): Promise<Pick<HttpError, 'code' | 'message'> | null> {
    try {
      const { room, screen } = await this.confirm(caller, topic);
      if (room !== joined.room) return RIGHTS_CHANGED;
      // The entry in the access log is for another person's join.
      return isAnother && screen !== null ? CALLER_CHANGED : null;
    } catch (error) {
      if (error instanceof HttpError) return error;
      throw error;
    }
  }
}

const CALLER_CHANGED = { code: 'identity/changed', message: 'Somebody else is signed in now.' } as const;

function requireQueue({ actor }: Caller, refusal: string): void {
  if (!isSignedIn(actor)) throw signInRequired();
  if (!maySeeQueue(actor)) throw notAllowed(refusal);
}

export function isFor({ topic, audience }: Admission, change: FeedChange): boolean {
  return change.topic === topic && (audience === null || change.audience.some((one) => audience.includes(one)));
}

/** The referrals whose data is in these changes. A task's id begins with its referral's. */
export const referralIdsOf = (changes: readonly FeedChange[]): readonly string[] => [
  ...new Set(changes.map(({ key }) => key.split('-', 1)[0] ?? key)),
];

/** Topics of a referral or a recertification that exists and that the caller may read. */
const OF_WHO_MAY_READ: ReadonlySet<Topic['name']> = new Set([
  'referral',
  'notes',
  'internal-notes',
  'recertifications',
  'recertification',
]);

const SCREENS: Record<Topic['name'], string | null> = {
  referral: 'Referral, live',
  submission: 'Submission, live',
  'referral-list': 'Referrals list, live',
  'task-queue': 'Queue, live',
  'limited-referral': null,
  // Their changes only announce that there is more to read, and that read is recorded.
  recertification: null,
  'referral-history': null,
  evidence: null,
  notes: null,
  'internal-notes': null,
  recertifications: null,
  'note-list': null,
  notifications: null,
  inquiries: null,
};

/** The room of all who follow the queue. */
export const QUEUE_ROOM = roomOf(topicKey({ name: 'task-queue' }), QUEUE_AUDIENCE);

function admission(of: Topic, audience: readonly string[] | null): Admission {
  const topic = topicKey(of);
  return { topic, audience, room: roomOf(topic, audience), screen: SCREENS[of.name] };
}

function roomOf(topic: string, audience: readonly string[] | null): string {
  return audience === null ? topic : `${topic}@${audience.join()}`;
}

/** The caller's audience, in the terms in which the read models address a change of the list. */
function audienceOf({ actor: { role, userId, companyId } }: Caller): readonly string[] {
  if (role !== 'referrer') return ['staff'];
  const own = [`user:${userId}`];
  return companyId === null ? own : [...own, `company:${companyId}`];
}

/** The audiences for notifications: somebody who no longer belongs to the provider's staff receives none of those for staff. */
function notifiedAs({ actor }: Caller): readonly string[] {
  return [`user:${actor.userId}`, ...(maySeeQueue(actor) ? [`staff:${actor.userId}`] : [])];
}
