import type { Mail } from '@throughline/platform';

/**
 * The mail that follows a submission (ordering specification, section 1): the referral's ID and a link, nothing about the member. The address
 * may be mistyped, and what is behind the link asks for a sign-in.
 */
export function referralMail(to: string, referralId: string, publicOrigin: string): Mail {
  return {
    to,
    subject: `Referral ${referralId} was received`,
    text: [
      'Thank you. Your referral was received.',
      '',
      `Referral ID: ${referralId}`,
      '',
      'Follow it here:',
      `${publicOrigin}/referral/${referralId}`,
      '',
      'Please keep the ID: with it the status can be checked later. To protect the member, nothing else about the order is in this mail.',
    ].join('\n'),
    messageId: `referral-mail.${referralId}@${new URL(publicOrigin).hostname}`,
  };
}
