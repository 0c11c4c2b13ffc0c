import type { Mail } from '@throughline/platform';

interface ReferralMail {
  readonly to: string;
  readonly referralId: string;
  /** Whether the benefit that the order asks for was refused. */
  readonly isRefused: boolean;
  readonly publicOrigin: string;
}

/**
 * The mail that follows a submission (ordering specification, section 1): the referral's ID and a link, and whether the order was accepted;
 * nothing about the member or the benefit. The address may be mistyped, and the page behind the link requires a sign-in.
 */
export function referralMail({ to, referralId, isRefused, publicOrigin }: ReferralMail): Mail {
  return {
    to,
    subject: isRefused ? `Referral ${referralId} will not be delivered` : `Referral ${referralId} was received`,
    text: [
      isRefused
        ? 'Your referral was recorded, but the benefit of this program was already redeemed or is not available, so nothing will be delivered.'
        : 'Thank you. Your referral was received.',
      '',
      `Referral ID: ${referralId}`,
      '',
      isRefused ? 'Look at it here:' : 'Follow it here:',
      `${publicOrigin}/referral/${referralId}`,
      '',
      'Please keep the ID: with it the status can be checked later. To protect the member, nothing else about the order is in this mail.',
    ].join('\n'),
    messageId: `referral-mail.${referralId}@${new URL(publicOrigin).hostname}`,
  };
}
