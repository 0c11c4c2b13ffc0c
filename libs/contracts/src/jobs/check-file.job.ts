import { z } from 'zod';

/** Looks into an uploaded file, and says whether anybody may be given it. */
export const checkFile = {
  name: 'check-file',
  data: z.object({ referralId: z.string(), fileId: z.number() }),
  id: ({ referralId, fileId }: { referralId: string; fileId: number }) => `file-check.${referralId}.${fileId}`,
} as const;
