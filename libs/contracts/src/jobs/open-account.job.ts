import { z } from 'zod';

export const openAccount = {
  name: 'open-account',
  data: z.object({ referralId: z.string() }),
  id: ({ referralId }: { referralId: string }) => `open-account.${referralId}`,
  // The identity provider sends a mail, and its server may be away for half an hour.
  attempts: 12,
} as const;
