import { z } from 'zod';

/** Wakes at the task's due instant. Several due instants of one task (it cannot happen today) would be several jobs. */
export const fireDueDay = {
  name: 'fire-due-day',
  data: z.object({ referralId: z.string(), taskId: z.string() }),
  id: ({ taskId }: { taskId: string }) => `due.${taskId}`,
} as const;
