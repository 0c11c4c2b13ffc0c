import type { Mail } from '@throughline/platform';
import { hashOf } from '../secret.js';

/** The link that makes an account its owner's. It names nobody: who typed the address may have mistyped it. */
export function activationMail(to: string, origin: string, token: string): Mail {
  return {
    to,
    subject: 'Activate your Throughline account',
    text: [
      'An account was made for this e-mail address, because a referral was submitted with it.',
      '',
      'Choose a password to activate it, within seven days:',
      `${origin}/activate/${token}`,
      '',
      'If you did not submit a referral, do nothing: without a password nobody can use the account.',
    ].join('\n'),
    messageId: `activation.${hashOf(token).slice(0, 22)}@${new URL(origin).hostname}`,
  };
}
