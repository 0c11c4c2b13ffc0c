import { z } from 'zod';

export const generateSubmissionPdf = {
  name: 'generate-submission-pdf',
  data: z.object({ referralId: z.string() }),
  id: ({ referralId }: { referralId: string }) => `pdf.${referralId}`,
  // Some 30 ms of a processor each: a due day, a check or a mail does not wait for those that a restart or an emptied queue leaves.
  yields: true,
} as const;
