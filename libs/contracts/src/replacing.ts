import { z } from 'zod';
import { reason } from './order/fields.js';

/**
 * The body of an administrator's act that replaces values which others replace as well: each as it is to be, and in `seen` as the author's screen
 * showed it. What the author did not change stays as it is by now. What somebody else changed meanwhile is not overwritten (409,
 * `{noun}/changed-meanwhile`): `errors` says who changed which of the values, from what to what (decision 0101).
 */
export const replacing = <
  const Values extends z.ZodRawShape,
  const Seen extends Readonly<Record<keyof Values, z.ZodType>>,
>(
  values: Values,
  seen: Seen,
) => z.object({ ...values, seen: z.object(seen, NOTHING_SEEN), reason });

const NOTHING_SEEN = 'Send in `seen` the same values as they were when you decided.';
