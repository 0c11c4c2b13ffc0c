import { pathTo } from '@throughline/domain';
import { type Language, translateIn } from '@throughline/mail-texts';
import type { Mail } from '@throughline/platform';

interface ReferralMail {
  readonly to: string;
  readonly language: Language;
  readonly referralId: string;
  /** Whether the requested benefit was refused. */
  readonly isRefused: boolean;
  readonly publicOrigin: string;
}

/**
 * The mail after a submission (ordering specification, section 1): the referral's ID and a link, and whether the order was accepted;
 * nothing about the member or the benefit. The address may be mistyped, and the page behind the link requires a sign-in.
 */
export function referralMail({ to, language, referralId, isRefused, publicOrigin }: ReferralMail): Mail {
  const t = translateIn(language);
  const facts = { id: referralId, link: `${publicOrigin}${pathTo.referral(referralId)}` };
  return {
    to,
    subject: t(isRefused ? 'orderRefusedSubject' : 'orderReceivedSubject', facts),
    text: t(isRefused ? 'orderRefused' : 'orderReceived', facts),
    messageId: `referral-mail.${referralId}@${new URL(publicOrigin).hostname}`,
  };
}
