import { z } from 'zod';

interface Limits {
  readonly least?: number;
  readonly most?: number;
  /** The message for a value that is not a whole number. */
  readonly error?: string | ((issue: { readonly input?: unknown }) => string);
}

/**
 * A whole number in plain decimal digits, as in a query, or a value that is a number already. `Number` would also read `0x10`, `1e3`, `+5`,
 * a blank and an empty text, whose meaning is not clear.
 */
export const wholeNumber = ({ least = 0, most = Number.MAX_SAFE_INTEGER, error }: Limits = {}) =>
  z
    .unknown()
    .meta({ type: 'integer', minimum: least, maximum: most })
    .transform((given, context): number => {
      if (typeof given === 'number') return given;
      if (typeof given === 'string' && /^\d+$/.test(given)) return Number(given);
      if (error === undefined) context.addIssue({ code: 'invalid_type', expected: 'int', input: given });
      else context.addIssue({ code: 'custom', message: typeof error === 'string' ? error : error({ input: given }) });
      return z.NEVER;
    })
    .pipe(z.number().int().min(least).max(most));
