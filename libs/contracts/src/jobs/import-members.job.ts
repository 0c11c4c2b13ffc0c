import { z } from 'zod';

export const importMembers = {
  name: 'import-members',
  data: z.object({ importId: z.string() }),
  id: ({ importId }: { importId: string }) => `members.${importId}`,
} as const;
