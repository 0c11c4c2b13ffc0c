import { z } from 'zod';
import { readQuery } from '../envelope.contract.js';
import { instant } from '../order/fields.js';
import { wholeNumber } from '../search/whole-number.js';

/** As whom an earlier moment is seen: as the person who submitted the order, with the rights that they had then. */
const SEEN_AS = ['referrer'] as const;

const AS_OF = 'asOf must be a position or a time such as 2026-11-19T16:20:00Z.';

/** A position of the log or a time (ISO 8601), inclusive. An empty value is ignored. */
export const asOf = z.preprocess(
  (given) => (given === '' ? undefined : given),
  z.union([wholeNumber(), instant(AS_OF)], { error: AS_OF }).optional(),
);

/**
 * Query of a read of a case, which auditors may also ask for as of an earlier moment. Names of people are those of now; everything else is
 * as it was.
 */
export const readAsOfQuery = readQuery
  .extend({ asOf: asOf.optional(), as: z.enum(SEEN_AS).optional() })
  .refine((query) => query.as === undefined || query.asOf !== undefined, {
    error: 'as is for an earlier moment: say asOf as well.',
    path: ['as'],
  });
