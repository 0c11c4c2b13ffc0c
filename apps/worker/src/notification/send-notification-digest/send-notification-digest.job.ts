import { Inject, Injectable } from '@nestjs/common';
import {
  accountDecider,
  digestDayOf,
  digestIdOf,
  digestInstant,
  lastDigestDay,
  notificationDigestDecider,
  type NotificationDigestSent,
  notificationMailDecider,
} from '@throughline/domain';
import { derivedCommandId, type EventStore, handleCommand, readState, systemContext } from '@throughline/event-store';
import type { MailTransport } from '@throughline/platform';
import { notificationsForDigest, peopleWithDigest } from '@throughline/read-models';
import { z } from 'zod';
import { type Clock, CLOCK, CONFIG, DATABASE, EVENT_STORE, MAIL, type WorkerDatabase } from '../../engines/engines.js';
import { MAIL_ATTEMPTS, oldestToMail } from '../../mail/mail-limits.js';
import type { Job, JobProcessor } from '../../queue/job.js';
import { hasCome, plannedUntil } from '../../queue/timer.js';
import { digestMail, type MailConfig, wantedIn } from '../notification-mail.js';

const data = z.object({ userId: z.string(), day: z.string() });
type Data = z.infer<typeof data>;
type Sent = NotificationDigestSent['data'];

/** Namespace of the command ids. */
const DIGESTS = 'f0a7c8f4-6d3c-4c0e-9a44-2b9b8f6a7d31';

/**
 * Mails a person, at a fixed hour, what happened since their last digest. One event for the person and the day records that it was sent, so
 * a day has one digest. Then an event for each referral records what the digest contained; a later run appends those that are missing.
 */
@Injectable()
export class SendNotificationDigest implements JobProcessor<Data> {
  constructor(
    @Inject(DATABASE) private readonly database: Pick<WorkerDatabase, 'db'>,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(MAIL) private readonly mail: MailTransport,
    @Inject(CONFIG) private readonly config: MailConfig,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async process({ userId, day }: Data): Promise<void> {
    const now = this.now();
    if (!hasCome(digestInstant(day), now)) return;
    const { state } = await readState(this.store, notificationDigestDecider, digestIdOf({ userId, day }));
    const sent = state ?? (await this.send(userId, day, now));
    if (sent !== null) await this.recordWithReferrals(sent);
  }

  private async send(userId: string, day: string, now: Date): Promise<Sent | null> {
    // If several digests are due, only the last one is sent; it contains everything.
    if (day < lastDigestDay(now)) return null;
    const { account } = (await readState(this.store, accountDecider, userId)).state;
    if (account === null) return null;
    const sentAt = new Date(digestInstant(day));
    const waiting = await notificationsForDigest(this.database.db, {
      userId,
      since: oldestToMail(now),
      before: sentAt,
    });
    const { operatorCompanyId } = this.config;
    const wanted = wantedIn('digest', account, waiting, { now, operatorCompanyId });
    if (wanted.length === 0) return null;

    const mail = digestMail(account, wanted, { ...this.config, day, sentAt });
    await this.mail.send(mail);
    const mailed = wanted.map(({ referralId, mailId }) => ({ referralId, mailId }));
    const digest = { userId, day, mailed, messageId: mail.messageId, sentAt: now.toISOString() };
    const id = digestIdOf(digest);
    await handleCommand(this.store, {
      decider: notificationDigestDecider,
      id,
      command: { type: 'RecordNotificationDigest', data: digest },
      context: systemContext(derivedCommandId(DIGESTS, id), digest.sentAt),
    });
    return digest;
  }

  private async recordWithReferrals({ mailed, messageId, sentAt, ...digest }: Sent): Promise<void> {
    for (const referralId of new Set(mailed.map((one) => one.referralId))) {
      const mailIds = mailed.filter((one) => one.referralId === referralId).map(({ mailId }) => mailId);
      await handleCommand(this.store, {
        decider: notificationMailDecider,
        id: referralId,
        command: { type: 'RecordNotificationsMailed', data: { referralId, mailIds, messageId, sentAt } },
        context: systemContext(derivedCommandId(DIGESTS, `${digestIdOf(digest)} ${referralId}`), sentAt),
      });
    }
  }
}

/** This job is a timer. */
export const sendNotificationDigest: Job<Data> = {
  name: 'send-notification-digest',
  data,
  id: ({ userId, day }) => `notification-digest.${userId}.${day}`,
  attempts: MAIL_ATTEMPTS,
  processor: SendNotificationDigest,
  plannedBy: [],
  findMissing: async ({ db, now, limit }) => {
    const before = new Date(digestInstant(lastDigestDay(plannedUntil(now))));
    const people = await peopleWithDigest(db, { now, since: oldestToMail(now), before, limit });
    return {
      jobs: people.map(({ userId, oldest }) => {
        const day = digestDayOf(oldest.toISOString(), now);
        return { data: { userId, day }, at: Date.parse(digestInstant(day)) };
      }),
    };
  },
};
