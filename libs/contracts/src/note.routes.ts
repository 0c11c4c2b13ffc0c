import { z } from 'zod';
import { readQuery, referralId } from './referral.contract.js';
import { route } from './route/route.js';

/** A note for the provider's own people (ordering specification, section 3, Internal note). */
export const internalNote = z.object({
  id: z.string(),
  /** Null for the first note of a thread. */
  parentNoteId: z.string().nullable(),
  isDeleted: z.boolean(),
  /** Null if the author has no account. */
  createdByUser: z.object({ name: z.string().nullable() }),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  note: z.string(),
});
export type InternalNote = z.infer<typeof internalNote>;

export const noteRoutes = {
  listInternal: route('GET /internal-notes/referral/{id}', {
    summary: "The provider's own people: the referral's internal notes, oldest first.",
    who: 'seesQueue',
    params: { id: referralId },
    query: readQuery,
    answer: z.array(internalNote),
    refusals: { 404: ['referral/not-found'] },
  }),
} as const;
