import { describe, expect, it } from '@jest/globals';
import {
  type Account,
  type Language,
  type MailKind,
  type NotificationFacts,
  type NotificationKind,
} from '@throughline/domain';
import type { NotificationToMail } from '@throughline/read-models';
import { digestMail, singleMail } from './notification-mail.js';

const ID = '263254123071844';
const CONFIG = { publicOrigin: 'https://portal.example', secretKey: 'a key of the specs', operatorCompanyId: 1 };
const sentAt = new Date('2026-11-21T13:00:00.000Z');

const account = (language: Language): Account => ({
  userId: 'u-ana',
  lastName: 'Ruiz',
  firstName: 'Ana',
  email: 'ana@plan.example',
  primaryPhone: null,
  companyId: 12,
  admin: false,
  groups: [],
  language,
});
const about = (
  kind: NotificationKind,
  mailKind: MailKind,
  facts: Partial<NotificationFacts> = {},
): NotificationToMail => ({
  mailId: `${kind} ${JSON.stringify(facts)}`,
  userId: 'u-ana',
  mailKind,
  kind,
  referralId: ID,
  notifiedAt: sentAt,
  reader: kind === 'mention' || kind === 'reply' ? 'staff' : 'submitter',
  facts: { referralId: ID, ...facts },
});
const NEWS: readonly NotificationToMail[] = [
  about('status', 'status', { steps: ['Create Patient', 'Patient Contact'] }),
  about('status', 'status', { steps: ['Documentation', 'Preparing to Ship', 'Stopped'] }),
  about('status', 'delivery', { steps: ['Shipped', 'Delivered', 'Stopped', 'Canceled'] }),
  about('status', 'status', { steps: ['Canceled'] }),
  about('contact', 'contact', { attempt: { number: 2, party: 'member' } }),
  about('contact', 'contact', { attempt: { number: 1, party: 'physician' } }),
  about('note', 'note'),
  about('mention', 'note'),
  about('mention', 'note', { referralId: 'R1', taskId: 'R1-2' }),
  about('reply', 'note'),
];

/** The text without addresses, whose paths are English. */
const wordsOf = ({ subject, text }: { readonly subject: string; readonly text: string }) =>
  `${subject}\n${text}`.replaceAll(/https:\S+/g, '');
const ENGLISH =
  /\b(the|your?|is|was|were|on|of|note|referral|member|physician|patient|ship\w*|delivered|stopped|canceled|at)\b/i;

describe('A mail about a notification', () => {
  it.each(NEWS.map((one) => [one.mailId, one] as const))('is wholly in Spanish for who chose it: %s', (_, one) => {
    expect(wordsOf(singleMail(account('es'), [one], CONFIG))).not.toMatch(ENGLISH);
    expect(singleMail(account('en'), [one], CONFIG).text).toContain('You get this mail because');
  });

  it.each([
    ['en', `3 new notes on referral ${ID}`],
    ['es', `3 notas nuevas sobre el referido ${ID}`],
  ] as const)('says how many notes it is about, in %s', (language, subject) => {
    const told = [about('reply', 'note'), about('mention', 'note'), about('note', 'note')] as const;
    const mail = singleMail(account(language), told, CONFIG);
    expect(mail.subject).toBe(subject);
    expect(mail.text).toContain(`https://portal.example/referral/${ID}?tab=notes`);
    expect(mail.messageId).toBe(singleMail(account(language), [told[0]], CONFIG).messageId);
  });

  it('is wholly in Spanish as a digest, also of more notes than are counted', () => {
    const notes = Array.from({ length: 100 }, (_, n) => ({ ...about('note', 'note'), mailId: String(n) }));
    const mail = digestMail(account('es'), [...NEWS, ...notes], { ...CONFIG, day: '2026-11-21', sentAt });
    expect(wordsOf(mail)).toContain('Más de 99 notas nuevas');
    expect(wordsOf(mail)).not.toMatch(ENGLISH);
  });

  it('keeps its id, its link to unsubscribe and its headers in each language', () => {
    const [one] = NEWS as [NotificationToMail];
    const [english, spanish] = (['en', 'es'] as const).map((language) => singleMail(account(language), [one], CONFIG));
    expect(spanish).toMatchObject({ messageId: english?.messageId, unsubscribeUrl: english?.unsubscribeUrl });
  });
});
