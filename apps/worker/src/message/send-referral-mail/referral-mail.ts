import type { Mail } from '@throughline/platform';

interface ReferralMail {
  readonly to: string;
  readonly referralId: string;
  /** Was the benefit that it asks for refused to it? */
  readonly isRefused: boolean;
  readonly publicOrigin: string;
}

/**
 * The mail that follows a submission (ordering specification, section 1): the referral's ID and a link, and whether it comes to anything;
 * nothing about the member or the benefit. The address may be mistyped, and what is behind the link asks for a sign-in.
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
