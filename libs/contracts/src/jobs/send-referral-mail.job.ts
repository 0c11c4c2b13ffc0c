import { z } from 'zod';

export const sendReferralMail = {
  name: 'send-referral-mail',
  data: z.object({ referralId: z.string() }),
  id: ({ referralId }: { referralId: string }) => `referral-mail.${referralId}`,
  // A mail server may be away for half an hour.
  attempts: 12,
} as const;
