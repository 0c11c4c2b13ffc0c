import {
  dueAt,
  workingDaysAsDueDays,
  type InquiryCommand,
  inquiryDecider,
  type InquiryReceived,
  referralId,
} from '@throughline/domain';
import { derivedCommandId, type EventStore, handleCommand, StagedLog, systemContext } from '@throughline/event-store';
import type { DemoStaff } from './demo-history.js';
import { addressAt, SAGUARO } from './demo-people.js';

/** Namespace of the command ids. */
const INQUIRIES = '9c0d7f52-5e0a-4d39-8d0c-0b6a4f1f9e63';
const HOUR = 3_600_000;
const ANSWERED_WITHIN_WORKING_DAYS = 2;

type Typed = Pick<InquiryReceived['data'], 'source' | 'type' | 'firstName' | 'lastName' | 'email' | 'subject' | 'text'>;

interface DemoInquiry {
  readonly hoursAgo: number;
  readonly typed: Typed;
  /** What became of it, in this order; none: it is open. */
  readonly then?: readonly ({ readonly answer: string } | { readonly close: string } | 'reopen')[];
}

const contact = (name: string, email: string, subject: string, text: string): Typed => {
  const [firstName = '', lastName = ''] = name.split(' ');
  return { source: 'contact', type: 'Contact Us', firstName, lastName, email, subject, text };
};
const help = (type: string, name: string, email: string, text: string): Typed => ({
  ...contact(name, email, '', text),
  source: 'help',
  type,
  subject: null,
});

const MESSAGES: readonly DemoInquiry[] = [
  {
    hoursAgo: 5,
    typed: contact('Rosa Ibarra', 'rosa.ibarra@mail.example', 'My delivery', 'I move on the first. Can it go to my new address?'),
  },
  {
    hoursAgo: 26,
    typed: help('Assistance', 'Ana Ruiz', addressAt(SAGUARO, 'referrer'), 'How do I attach a second prescription?'),
  },
  {
    hoursAgo: 190,
    typed: contact('Hanna Lindqvist', 'hlindqvist@clinic.example', 'Fax number', 'Your fax did not answer today.'),
  },
  {
    hoursAgo: 220,
    typed: help('Suggestion', 'Tobias Grant', 'tgrant@commonwealth-plan.example', 'A list of all supplies would help.'),
    then: [{ answer: 'Thank you. New Referral shows all items that can be sent to a state, once you choose it.' }],
  },
  {
    hoursAgo: 300,
    typed: contact('Peter Dawson', 'p.dawson@mail.example', 'Thank you', 'Everything arrived, thank you.'),
    then: [{ close: 'Needs no answer' }],
  },
  {
    hoursAgo: 400,
    typed: contact('Lucía Mendoza', addressAt(SAGUARO, 'lmendoza'), 'Wrong size', 'The briefs are one size too small.'),
    then: [{ answer: 'Please send us the size, and we exchange them.' }, 'reopen'],
  },
]; // prettier-ignore

interface DemoInquiries {
  readonly store: Pick<EventStore, 'append'>;
  /** At least one. */
  readonly staff: readonly DemoStaff[];
  readonly now: Date;
  readonly dayMs: number | null;
}

/**
 * Adds messages in each state. Each is appended with the record of its mails, so that none is sent: their senders are invented. Repeating it
 * adds nothing.
 */
export async function seedInquiries({ store, ...demo }: DemoInquiries): Promise<void> {
  await Promise.all(MESSAGES.map((message, n) => writeInquiry(store, message, { n, ...demo })));
}

async function writeInquiry(
  store: DemoInquiries['store'],
  { hoursAgo, typed, then = [] }: DemoInquiry,
  { n, staff, now, dayMs }: Omit<DemoInquiries, 'store'> & { readonly n: number },
): Promise<void> {
  const receivedAt = new Date(now.getTime() - hoursAgo * HOUR).toISOString();
  const inquiryId = referralId({ at: receivedAt, random: n / MESSAGES.length });
  const log = new StagedLog();
  let step = 0;
  const execute = async (command: InquiryCommand, at: string) => {
    const context = systemContext(derivedCommandId(INQUIRIES, `${n}/${step++}`), at);
    return (await handleCommand(log, { decider: inquiryDecider, id: inquiryId, command, context })).events;
  };
  const mailed = (sentAt: string) => ({ inquiryId, messageId: `demo-${n}-${step}@throughline.example`, sentAt });

  const days = ANSWERED_WITHIN_WORKING_DAYS;
  const dueDays = dayMs === null ? workingDaysAsDueDays(receivedAt, days) : days;
  const isDue = dueAt({ openedAt: receivedAt, dueDays, dayMs });
  const received = { inquiryId, ...typed, canBeMailed: true, receivedAt, dueAt: isDue };
  await execute({ type: 'ReceiveInquiry', data: received }, receivedAt);
  await execute({ type: 'RecordInquiryAnnounced', data: mailed(receivedAt) }, receivedAt);
  let settledAt: string | null = null;
  for (const [index, act] of then.entries()) {
    const at = new Date(Date.parse(receivedAt) + (index + 1) * 20 * HOUR).toISOString();
    const by = staff[n % staff.length]!.assignee;
    if (act === 'reopen') {
      await execute({ type: 'ReopenInquiry', data: { inquiryId, by, reopenedAt: at, seen: { settledAt } } }, at);
    } else if ('answer' in act) {
      const answerToken = derivedCommandId(INQUIRIES, `${n}/token`);
      await execute(
        { type: 'AnswerInquiry', data: { inquiryId, text: act.answer, answerToken, by, answeredAt: at } },
        at,
      );
      await execute({ type: 'RecordAnswerMailed', data: { ...mailed(at), answerToken } }, at);
      settledAt = at;
    } else {
      await execute({ type: 'CloseInquiry', data: { inquiryId, reason: act.close, by, closedAt: at } }, at);
      settledAt = at;
    }
  }
  await log.flush(store);
}
