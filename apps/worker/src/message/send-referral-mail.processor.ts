import { sendReferralMail } from '@throughline/contracts';
import { messageDecider, SYSTEM_ACTOR } from '@throughline/domain';
import { derivedCommandId, type EventStore, handleCommand, readState } from '@throughline/event-store';
import type { MailTransport } from '@throughline/platform';
import { readBenefitOutcome, readSubmission } from '../engines/read-submission.js';
import { isStillAwaited } from '../planner/still-awaited.js';
import type { JobProcessor } from '../queue/job-definition.js';
import { referralMail } from './referral-mail.js';

type Data = { readonly referralId: string };

/**
 * Mails the referral's ID to the referrer, who asked for it; about an order for a benefit, when it is known what became of that. Only a
 * process that dies between the mail server's answer and the event sends it again, under the same Message-ID.
 */
export class SendReferralMailProcessor implements JobProcessor<Data> {
  readonly job = sendReferralMail;

  constructor(
    private readonly store: EventStore,
    private readonly mail: MailTransport,
    private readonly publicOrigin: string,
    private readonly now: () => Date = () => new Date(),
  ) {}

  async process({ referralId }: Data): Promise<void> {
    const { state } = await readState(this.store, messageDecider, referralId);
    if (state.referralMailSent) return;
    const submitted = await readSubmission(this.store, referralId);
    if (submitted === undefined || !isStillAwaited(submitted.data.submittedAt, this.now())) return;
    const { order, eligiblePatientId } = submitted.data;
    const { email, sendNotificationsFlag } = order.referralInfo;
    if (!sendNotificationsFlag) return;
    const outcome = eligiblePatientId === undefined ? 'none' : await readBenefitOutcome(this.store, referralId);
    // Planned when it is told.
    if (outcome === null) return;

    const isRefused = outcome === 'refused';
    const mail = referralMail({ to: email, referralId, isRefused, publicOrigin: this.publicOrigin });
    await this.mail.send(mail);
    const { eventId, correlationId } = submitted.metadata;
    const at = this.now().toISOString();
    await handleCommand(this.store, {
      decider: messageDecider,
      id: referralId,
      command: { type: 'RecordReferralMail', data: { referralId, messageId: mail.messageId, sentAt: at } },
      context: {
        commandId: derivedCommandId(eventId, sendReferralMail.name),
        actor: SYSTEM_ACTOR,
        at,
        correlationId,
        causationId: eventId,
      },
    });
  }
}
