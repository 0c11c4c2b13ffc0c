import { OTHER_ZEROS, REWARD_PROGRAMMES } from '@throughline/domain';
import { z } from 'zod';
import { reason, requiredText } from '../order/fields.js';

/** POST /eligible-patients/imports, the file itself as the body. */
export const uploadMembersQuery = z.object({
  fileName: requiredText('File name', 255),
  programme: z.enum(REWARD_PROGRAMMES, { error: 'Programme is not valid.' }).optional(),
  /** Whether a date of birth that differs from the registered one replaces it. Otherwise it is a fault of its row. */
  correctDates: z.enum(['true', 'false'], { error: 'Correct dates must be true or false.' }).optional(),
  /** What to do about an ID that differs only in its leading zeros from a registered one. Absent: it is a fault of its row. */
  otherZeros: z.enum(OTHER_ZEROS, { error: `Other zeros must be ${OTHER_ZEROS.join(' or ')}.` }).optional(),
  reason,
});
export type UploadMembersQuery = z.output<typeof uploadMembersQuery>;

export const importId = z.uuid('This import was not found.').toLowerCase();

const count = z.object({
  rows: z.number(),
  registered: z.number(),
  known: z.number(),
  /** Members whose date of birth was corrected. */
  corrected: z.number().optional(),
  bad: z.number(),
});

export const membersImport = z.object({
  importId: z.string(),
  fileName: z.string(),
  programme: z.enum(REWARD_PROGRAMMES).nullable(),
  status: z.enum(['running', 'finished', 'failed', 'canceled']),
  uploadedAt: z.string(),
  /** The name of the person, or their e-mail address; null: not known. */
  uploadedBy: z.string().nullable(),
  endedAt: z.string().nullable(),
  count,
  /** The first thousand invalid rows: the line, and what is wrong with it. */
  faults: z.array(z.object({ line: z.number(), fault: z.string() })),
  /** Why the import failed. */
  reason: z.string().nullable(),
});
export type MembersImport = z.output<typeof membersImport>;

/** GET /eligible-patients/imports: the last twenty imports, newest first, and the number of members. */
export const eligibleMembers = z.object({
  programmes: z.array(z.object({ programme: z.enum(REWARD_PROGRAMMES), eligible: z.number(), redeemed: z.number() })),
  imports: z.array(membersImport),
});
export type EligibleMembers = z.output<typeof eligibleMembers>;
