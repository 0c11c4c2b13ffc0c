import { CENTRAL_TIME } from '@throughline/domain';
import { z } from 'zod';
import type { ErrorBody } from './envelope.js';
import { MAX_SEARCH_LENGTH, PAGE_SIZE } from './search/list-address.js';
import { isTimeZone } from './search/time-zone.js';
import { wholeNumber } from './search/whole-number.js';

export const success = <T extends z.ZodType>(data: T) =>
  z.object({ success: z.literal(true), message: z.string(), data });

export const errorBody = z.object({
  success: z.literal(false),
  message: z.string(),
  data: z.null(),
  code: z.string(),
  errors: z.record(z.string(), z.string()).optional(),
  correlationId: z.string().optional(),
}) satisfies z.ZodType<ErrorBody>;

/** The position of the change feed at which data was read: a live topic that is joined from here misses no change. */
export const feedPosition = z.object({ epoch: z.string(), position: z.number().int() });
export type FeedPosition = z.infer<typeof feedPosition>;

/** The sort order of a list, if not its default one: JSON, `[{ field, sort }]`, with one of these fields. */
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

/** Query of a read that waits until the caller's own last write is in what it reads. */
export const readQuery = z.object({ minPosition: wholeNumber().default(0) });

/** Query of every list (access specification, section 9): pages from 0, 15 rows each. A list adds its own `sortModelOf`. */
export const listQuery = z.object({
  page: wholeNumber({ most: 100_000 }).default(0),
  pageSize: wholeNumber({ least: 1, most: 100 }).default(PAGE_SIZE),
  search: z.string().trim().max(MAX_SEARCH_LENGTH).default(''),
  ...readQuery.shape,
});

/**
 * The IANA name of the time zone in which the reader sees times: a search such as `Today 10:42` is read in that zone. Default: the
 * provider's zone, Central Time.
 */
export const readersZone = {
  timeZone: z.string().max(64).refine(isTimeZone, 'timeZone is not the name of a time zone.').default(CENTRAL_TIME),
};

/** The number of rows of a list that can be searched. */
export const searchedCount = {
  rowCount: z.number(),
  /** True if the search finds more than `rowCount` rows: counting stops there. */
  countIsCapped: z.boolean(),
};

/** What a list of members says beside its rows. */
export const membersOfOneName = {
  /**
   * The referrals of these rows whose member has the name and the birthday of another one with another Medicaid ID, who may be on another
   * page. Of those that the caller may read. Absent in an answer of release 2.3.1 or before.
   */
  namesakes: z.array(z.string()).exactOptional(),
};

/** Several values in one query parameter, comma-separated. */
export const commaList = z
  .string()
  .max(1000)
  .default('')
  .transform((text) => text.split(',').filter((part) => part !== ''));

/** The message for a value that no row can ever have. */
export const doesNotExist = (name: string) => `${name} has a value that does not exist.`;

/** Like `commaList`, with known values. Any other value is refused, because the list would be empty without explanation. */
export const choices = (name: string, values: readonly string[]) =>
  commaList.refine((chosen) => chosen.every((value) => values.includes(value)), doesNotExist(name));

/** Several days, each as YYYY-MM-DD. */
export const days = (name: string) =>
  commaList.refine((chosen) => chosen.every((value) => z.iso.date().safeParse(value).success), doesNotExist(name));

export const queryFlag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((text) => text === 'true');
