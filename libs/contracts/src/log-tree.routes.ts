import { z } from 'zod';
import { route } from './route/route.js';

const UNKNOWN = { 404: ['log-tree/not-found'] } as const;

/** How far a witness outside has cosigned a log. */
const logWitness = z.object({
  name: z.string(),
  /** The newest checkpoint that it cosigned; null: none. */
  cosigned: z.object({ size: z.number(), signedAt: z.string() }).nullable(),
  /** Why it cosigns nothing any more, and since when; null: it does. `isAlarm`: it saw another log than the one that is there now. */
  failure: z.object({ since: z.string(), words: z.string(), isAlarm: z.boolean() }).nullable(),
  /** Whether that is to be warned of: an alarm at once, an outage after some minutes. */
  isLate: z.boolean(),
});
export type LogWitness = z.infer<typeof logWitness>;

/** What was found that is not as it was, and since when, in a sentence. */
const altered = z.object({ since: z.string(), words: z.string() });

/** How far a log is signed. Nobody has verified it: that is done by `audit verify`, or by another program from the files. */
const logProof = z.object({
  /** The newest checkpoint; null: none was signed. */
  checkpoint: z.object({ origin: z.string(), size: z.number(), root: z.string(), signedAt: z.string() }).nullable(),
  /** When the oldest event, or viewing, was recorded that no checkpoint has; null: all have one. */
  unsignedSince: z.string().nullable(),
  /** Whether that is longer ago than a worker takes to sign it. */
  isLate: z.boolean(),
  /** Why nothing is signed any more; null: it is. */
  refusal: z.string().nullable(),
  witnesses: z.array(logWitness).readonly(),
  /** What a sample of the log has found that is not as it was signed, and since when; null: nothing. */
  altered: altered.nullable(),
});
export type LogProof = z.infer<typeof logProof>;

const logProofs = z.object({
  events: logProof,
  accessLog: logProof,
  /** Rows of read models that the worker has found not to be as the log makes them; null: none. */
  readModels: altered.nullable(),
});
export type LogProofs = z.infer<typeof logProofs>;

const tile = { params: { path: z.string().max(100) }, rest: 'path', answer: 'bytes', refusals: UNKNOWN } as const;

export const logTreeRoutes = {
  state: route('GET /tlog', {
    summary: 'Ops: how far the log and the access log are signed, and which read models are not as the log makes them.',
    who: 'audits',
    answer: logProofs,
  }),
  checkpoint: route('GET /tlog/checkpoint', {
    summary: 'Ops: the newest signed checkpoint of the log (C2SP tlog-checkpoint).',
    who: 'audits',
    answer: 'text',
    refusals: UNKNOWN,
  }),
  tile: route('GET /tlog/tile/{path}', {
    summary: 'Ops: a tile of the tree over the log, or a bundle of its entries (C2SP tlog-tiles).',
    who: 'audits',
    ...tile,
  }),
  accessCheckpoint: route('GET /tlog/access-log/checkpoint', {
    summary: 'Ops: the newest signed checkpoint of the access log.',
    who: 'audits',
    answer: 'text',
    refusals: UNKNOWN,
  }),
  accessTile: route('GET /tlog/access-log/tile/{path}', {
    summary: 'Ops: a tile of the tree over the access log, or a bundle of its entries.',
    who: 'audits',
    ...tile,
  }),
} as const;
