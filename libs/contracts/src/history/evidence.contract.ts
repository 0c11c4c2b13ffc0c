import { z } from 'zod';
import { feedPosition } from '../envelope.contract.js';
import { reason } from '../order/fields.js';

export const exportId = z.uuid('This export was not found.').toLowerCase();

/** POST /referrals/referral/{id}/evidence */
export const exportEvidenceBody = z.object({
  hasPersonalData: z.boolean({ error: 'Choose whether the export has personal data.' }),
  reason,
});

/** The export that runs now. `isNew`: false if it ran already, so that nothing was begun. */
export const evidenceBegun = z.object({ exportId: z.string(), isNew: z.boolean() });

const evidenceExport = z.object({
  exportId: z.string(),
  status: z.enum(['running', 'exported', 'failed', 'canceled', 'removed']),
  hasPersonalData: z.boolean(),
  requestedAt: z.string(),
  /** The name of the person, or their e-mail address; null: not known. */
  requestedBy: z.string().nullable(),
  /** Entries that are written, of all; 0 of 0 until they are counted. */
  written: z.number(),
  all: z.number(),
  endedAt: z.string().nullable(),
  /** Why it failed. */
  reason: z.string().nullable(),
  count: z
    .object({ events: z.number(), viewings: z.number(), unsignedEvents: z.number(), unsignedViewings: z.number() })
    .nullable(),
  /** Bytes. */
  size: z.number().nullable(),
  sha256: z.string().nullable(),
  expiresAt: z.string().nullable(),
  /** Whether events came after those that it has. */
  hasChangedSince: z.boolean(),
});
export type EvidenceExport = Readonly<z.infer<typeof evidenceExport>>;

/** GET /referrals/referral/{id}/evidence: the newest exports, newest first. */
export const evidenceExports = z.object({ exports: z.array(evidenceExport).readonly(), feed: feedPosition });
export type EvidenceExports = Readonly<z.infer<typeof evidenceExports>>;

/** A link on the portal's own origin, valid for one minute. */
export const evidenceLink = z.string();
