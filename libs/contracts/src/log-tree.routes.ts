import { z } from 'zod';
import { route } from './route/route.js';

const UNKNOWN = { 404: ['log-tree/not-found'] } as const;

/** How far the log is signed. Nobody has verified it: that is done by `audit verify`, or by another program from the files. */
const logProof = z.object({
  /** The newest checkpoint; null: none was signed. */
  checkpoint: z.object({ origin: z.string(), size: z.number(), root: z.string(), signedAt: z.string() }).nullable(),
  /** When the oldest event was recorded that no checkpoint has; null: all have one. */
  unsignedSince: z.string().nullable(),
  /** Whether that is longer ago than a worker takes to sign it. */
  isLate: z.boolean(),
  /** Why nothing is signed any more; null: it is. */
  refusal: z.string().nullable(),
});
export type LogProof = z.infer<typeof logProof>;

export const logTreeRoutes = {
  state: route('GET /tlog', {
    summary: 'Ops: how far the log is signed, and since when it is not.',
    who: 'audits',
    answer: logProof,
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
    params: { path: z.string().max(100) },
    rest: 'path',
    answer: 'bytes',
    refusals: UNKNOWN,
  }),
} as const;
