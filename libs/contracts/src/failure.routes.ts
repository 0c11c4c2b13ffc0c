import { RETRY_OUTCOMES } from '@throughline/domain';
import { z } from 'zod';
import { readQuery } from './envelope.contract.js';
import { reason } from './order/fields.js';
import { route } from './route/route.js';

/** Failed work: a job that used up its attempts, or a stream that a consumer of the log parked. */
const failure = z.object({
  key: z.string(),
  kind: z.enum(['job', 'parked']),
  /** The name of the job, or of the consumer. */
  name: z.string(),
  /** The ids that the job is about, or the name of the stream. */
  subject: z.string(),
  /** The referral or recertification that it is about; null: neither. */
  referralId: z.string().nullable(),
  /** The first line of the error. */
  cause: z.string(),
  since: z.string(),
  /** Attempts of a job; null for a parked stream. */
  attempts: z.number().nullable(),
  mayDiscard: z.boolean(),
  /** `outcome` is null until the worker has executed the retry. */
  lastRetry: z
    .object({ at: z.string(), by: z.string().nullable(), outcome: z.enum(RETRY_OUTCOMES).nullable() })
    .nullable(),
});
export type FailureRow = z.infer<typeof failure>;

export const failureBody = z.object({ key: z.string().min(1).max(500), reason });

const act = {
  who: 'administers',
  body: failureBody,
  answer: z.null(),
  idempotent: true,
} as const;
const UNKNOWN = { 404: ['failure/not-found'] } as const;

export const failureRoutes = {
  list: route('GET /failures', {
    summary: 'Admins: the jobs and events that failed, the oldest first; at most 100 of each.',
    who: 'administers',
    query: readQuery,
    answer: z.array(failure).readonly(),
  }),
  retry: route('POST /failures/retry', {
    ...act,
    meanwhile: 'step',
    summary: 'Admins: have failed work tried again, after its cause was mended.',
    refusals: UNKNOWN,
  }),
  discard: route('POST /failures/discard', {
    ...act,
    meanwhile: 'step',
    summary: 'Admins: leave a failed mail unsent and no longer list it; only mails can be discarded.',
    refusals: { ...UNKNOWN, 409: ['failure/must-be-done'] },
  }),
} as const;
