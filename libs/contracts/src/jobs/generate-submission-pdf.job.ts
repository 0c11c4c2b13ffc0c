import { z } from 'zod';

export const generateSubmissionPdf = {
  name: 'generate-submission-pdf',
  data: z.object({ referralId: z.string() }),
  id: ({ referralId }: { referralId: string }) => `pdf.${referralId}`,
} as const;
