import { Inject, Injectable } from '@nestjs/common';
import { accountDecider, mailAt, notificationMailDecider } from '@throughline/domain';
import { derivedCommandId, type EventStore, handleCommand, readState, systemContext } from '@throughline/event-store';
import type { MailTransport } from '@throughline/platform';
import { findNotificationToMail, notesToMailWith, singlesToMail } from '@throughline/read-models';
import { z } from 'zod';
import { type Clock, CLOCK, CONFIG, DATABASE, EVENT_STORE, MAIL, type WorkerDatabase } from '../../engines/engines.js';
import { MAIL_ATTEMPTS } from '../../mail/mail-limits.js';
import type { Job, JobProcessor } from '../../queue/job.js';
import { type MailConfig, singleMail, wantedIn } from '../notification-mail.js';

const data = z.object({ mailId: z.string() });
type Data = z.infer<typeof data>;

/** Namespace of the command ids. */
const MAILED = '6d0f5c5e-9d0e-4a53-8a53-0a3f4b0f1f27';

/**
 * Mails a person one notification, if their settings still say so, or all notes on a case that followed it within `NOTES_TOGETHER_MS`.
 * Notifications for the digest, or that are no longer wanted, are left alone. The job of a note that another job mails does nothing.
 */
@Injectable()
export class SendNotificationMail implements JobProcessor<Data> {
  constructor(
    @Inject(DATABASE) private readonly database: Pick<WorkerDatabase, 'db'>,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(MAIL) private readonly mail: MailTransport,
    @Inject(CONFIG) private readonly config: MailConfig,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async process({ mailId }: Data): Promise<void> {
    const found = await findNotificationToMail(this.database.db, mailId);
    if (found === undefined) return;
    const { referralId, userId, mailKind } = found;
    const now = this.now();
    if (mailAt({ kind: mailKind, notifiedAt: found.notifiedAt }) > now) return;
    const beside = mailKind === 'note' ? await notesToMailWith(this.database.db, found) : [found];
    // Reads the log, because the read models may not yet include a mail or a choice of a moment ago.
    const { state: mailed } = await readState(this.store, notificationMailDecider, referralId);
    const { account } = (await readState(this.store, accountDecider, userId)).state;
    if (account === null) return;
    const { operatorCompanyId } = this.config;
    const wanted = wantedIn('single', account, beside, { now, operatorCompanyId });
    const [first, ...later] = wanted.filter((one) => !mailed.includes(one.mailId));
    if (first?.mailId !== mailId) return;
    // Only what is of the first one's time, so that the mail is the same when a worker that died after it sends it again.
    const until = mailAt({ kind: mailKind, notifiedAt: first.notifiedAt });
    const told = [first, ...later.filter(({ notifiedAt }) => notifiedAt <= until)] as const;

    const mail = singleMail(account, told, this.config);
    await this.mail.send(mail);
    const sentAt = now.toISOString();
    await handleCommand(this.store, {
      decider: notificationMailDecider,
      id: referralId,
      command: {
        type: 'RecordNotificationsMailed',
        data: { referralId, mailIds: told.map((one) => one.mailId), messageId: mail.messageId, sentAt },
      },
      context: systemContext(derivedCommandId(MAILED, mailId), sentAt),
    });
  }
}

/** No event plans this job, because notifications follow from several events: a sweep finds them. */
export const sendNotificationMail: Job<Data> = {
  name: 'send-notification-mail',
  data,
  id: ({ mailId }) => `notification-mail.${mailId}`,
  attempts: MAIL_ATTEMPTS,
  processor: SendNotificationMail,
  plannedBy: [],
  findMissing: async ({ db, now, limit }) => ({
    jobs: (await singlesToMail(db, { now, limit })).map((mailId) => ({ data: { mailId } })),
  }),
};
