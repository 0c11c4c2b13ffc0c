import { z } from 'zod';

/** A note that only the provider's people read (ordering specification, section 3, Internal note). */
export const internalNote = z.object({
  id: z.string(),
  /** Null: it begins a thread. */
  parentNoteId: z.string().nullable(),
  isDeleted: z.boolean(),
  /** Null: the portal has no account of the author. */
  createdByUser: z.object({ name: z.string().nullable() }),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  note: z.string(),
});
export type InternalNote = z.infer<typeof internalNote>;
