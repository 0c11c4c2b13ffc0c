import { z } from 'zod';

/** Shown whenever nothing better is known (access specification, section 8). */
export const DEFAULT_ERROR_MESSAGE = 'An error occurred.';

/** The log position that a write reached; hand it to a read as `minPosition` to see your own change. */
export const POSITION_HEADER = 'x-throughline-position';
export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key';
export const CORRELATION_ID_HEADER = 'x-correlation-id';

export const success = <T extends z.ZodType>(data: T) =>
  z.object({ success: z.literal(true), message: z.string(), data });

/** Bad input carries `errors` (field path, dots between, → message); an unknown failure carries the correlation id. */
export const failure = z.object({
  success: z.literal(false),
  message: z.string(),
  data: z.null(),
  code: z.string(),
  errors: z.record(z.string(), z.string()).optional(),
  correlationId: z.string().optional(),
});

export interface Success<T> {
  readonly success: true;
  readonly message: string;
  readonly data: T;
}
export type Failure = z.infer<typeof failure>;
export type Envelope<T> = Success<T> | Failure;

/** Where a read stood in the change feed: join the live topic from here and nothing is lost. */
export const feedPosition = z.object({ epoch: z.string(), position: z.number().int() });
export type FeedPosition = z.infer<typeof feedPosition>;

/** Query values arrive as text. */
const count = (value: number) => z.coerce.number().int().min(0).default(value);

/** By which of its fields a list is sorted, if not in its own order: JSON, [{ field, sort }]. */
export const sortModelOf = <Field extends string>(fields: readonly Field[]) =>
  z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'sortModel must be JSON.' });
        return z.NEVER;
      }
    })
    .pipe(z.array(z.object({ field: z.enum(fields), sort: z.enum(['asc', 'desc']) })).max(1))
    .optional();

export const PAGE_SIZE = 15;

/** What every list takes (access specification, section 9): page from 0, 15 rows; `sortModelOf` its fields is its own. */
export const listQuery = z.object({
  page: count(0).pipe(z.number().max(100_000)),
  pageSize: z.coerce.number().int().min(1).max(100).default(PAGE_SIZE),
  search: z.string().trim().max(100).default(''),
  minPosition: count(0),
});

/** Several values in one query parameter, comma-separated. */
export const commaList = z
  .string()
  .max(1000)
  .default('')
  .transform((text) => text.split(',').filter((part) => part !== ''));

export const queryFlag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((text) => text === 'true');
