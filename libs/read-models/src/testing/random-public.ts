import {
  type InquiryCommand,
  inquiryDecider,
  mailIdOf,
  notificationDigestDecider,
  notificationMailDecider,
} from '@throughline/domain';
import fc from 'fast-check';
import { commandsTo, freshCommandsTo, person, referralId, type Step, which } from './random-steps.js';

const toInquiries = commandsTo(inquiryDecider);
const reopenInquiry = freshCommandsTo(inquiryDecider);

/** Messages of Contact Us and Help & Suggestions, and what staff do with them. */
export const ofInquiries: fc.Arbitrary<Step> = fc.record({ n: which, by: person }).chain(({ n: inquiryId, by }) => {
  const step = (command: (at: string) => InquiryCommand) => toInquiries(inquiryId, command);
  const mail = (sentAt: string) => ({ inquiryId, messageId: `${inquiryId}@portal.example`, sentAt });
  return fc.constantFrom(
    step((receivedAt) => ({
      type: 'ReceiveInquiry',
      data: {
        inquiryId,
        source: 'help',
        type: 'Other',
        lastName: 'Ruiz',
        firstName: 'Ana',
        email: 'ana@plan.example',
        canBeMailed: true,
        subject: null,
        text: 'Where is it?',
        receivedAt,
        dueAt: '2027-01-04T06:00:00.000Z',
      },
    })),
    step((at) => ({ type: 'RecordInquiryAnnounced', data: mail(at) })),
    step((answeredAt) => ({
      type: 'AnswerInquiry',
      data: { inquiryId, text: 'On the way.', answerToken: `t-${inquiryId}`, by, answeredAt },
    })),
    step((at) => ({ type: 'RecordAnswerMailed', data: { ...mail(at), answerToken: `t-${inquiryId}` } })),
    step((closedAt) => ({ type: 'CloseInquiry', data: { inquiryId, reason: 'Called', by, closedAt } })),
    reopenInquiry(inquiryId, (reopenedAt) => ({ type: 'ReopenInquiry', data: { inquiryId, by, reopenedAt } })),
  );
});

const toNotificationMail = commandsTo(notificationMailDecider);
const toDigests = commandsTo(notificationDigestDecider);

/** Mails about notifications. */
export const ofNotificationMail: fc.Arbitrary<Step> = referralId.chain((id) => {
  const mailId = mailIdOf(`itemTask-${id}-1`, 'ana');
  return fc.constantFrom(
    toNotificationMail(id, (sentAt) => ({
      type: 'RecordNotificationsMailed',
      data: { referralId: id, mailIds: [mailId], messageId: `${id}@portal.example`, sentAt },
    })),
    toDigests('ana-2026-11-23', (sentAt) => ({
      type: 'RecordNotificationDigest',
      data: {
        userId: 'ana',
        day: '2026-11-23',
        mailed: [{ referralId: id, mailId }],
        messageId: 'digest@portal.example',
        sentAt,
      },
    })),
  );
});
