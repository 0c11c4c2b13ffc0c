import {
  MAX_OPEN_RENEWALS,
  RECERT_CATALOGUE,
  RECERTIFICATION_STATUSES,
  RECERTIFIED_CATEGORIES,
  type RecertTaskName,
} from '@throughline/domain';
import { z } from 'zod';
import { feedPosition, readersZone, readQuery } from '../envelope.contract.js';
import {
  corrected,
  optionalDay,
  optionalLines,
  optionalText,
  requiredChoice,
  seenCorrections,
} from '../order/fields.js';
import { certifyingPhysician, recertifiedMember } from '../order/sections.js';
import { recertificationId, referralId } from '../referral/referral.contract.js';
import { withoutGroups } from '../referral/referral-facts.js';

/** The maximum length of a note of a recertification, or of an outcome. */
export const MAX_NOTE_CHARACTERS = 500;

/** A referral id as typed; empty is null. */
const renews = optionalText('Referral ID')
  .transform((id) => id && withoutGroups(id))
  .refine((id) => id === null || /^\d+$/.test(id), 'Referral ID must contain only numbers.');

/**
 * The open recertifications of the same referral and category that the person knows of. If there is one that is not named here, the request
 * is refused.
 */
export const besides = z.array(recertificationId).max(MAX_OPEN_RENEWALS).default([]);

/** Whose supply is to be certified again, and by whom. */
const facts = z.object({
  /** The referral whose order it renews. */
  renews,
  itemCategory: requiredChoice('Category', RECERTIFIED_CATEGORIES),
  member: recertifiedMember,
  physician: certifyingPhysician,
  /** The day on which the certification ends that is to be renewed. */
  certifiedUntil: optionalDay('Certified until'),
  /** Only the staff read it. */
  note: optionalLines('Note', MAX_NOTE_CHARACTERS),
});

const recertTaskName = z.enum(RECERT_CATALOGUE.map(({ task }) => task) as [RecertTaskName, ...RecertTaskName[]]);

/** POST /tasks/ of a task that belongs to no referral: begins a recertification with this task, usually 'Recert Review'. */
export const openRecertificationBody = z.object({
  task: recertTaskName,
  taskData: facts
    .extend({
      /** The day in America/Chicago on which the task is to be worked; until then it is on hold. Absent: today. */
      startOn: optionalDay('Start on'),
      besides,
    })
    .strict(),
});
export type OpenRecertificationBody = z.infer<typeof openRecertificationBody>;

/** POST /recertifications/{id}/update: the sections that a person corrects, each complete. */
export const correctRecertificationBody = z.object({
  member: corrected(facts.shape.member),
  physician: corrected(facts.shape.physician),
  itemCategory: facts.shape.itemCategory.optional(),
  /** Null or empty: it is not known. */
  certifiedUntil: facts.shape.certifiedUntil.optional(),
  /** The open recertifications of the referral in the category that the correction leaves it in. */
  besides,
  parentId: seenCorrections,
});

/** The facts as recorded. The category is not checked here, because another release may have other categories. */
export const recertificationFacts = z.object({
  recertificationId: z.string(),
  openedAt: z.string(),
  renews: z.string().nullable(),
  itemCategory: z.string(),
  member: z.object({
    lastName: z.string(),
    firstName: z.string(),
    DOB: z.string(),
    phone: z.string(),
    state: z.string(),
    medicaidId: z.string().nullable(),
  }),
  physician: z.object({
    lastName: z.string(),
    firstName: z.string().nullable(),
    phone: z.string().nullable(),
    fax: z.string().nullable(),
  }),
  certifiedUntil: z.string().nullable(),
  note: z.string().nullable(),
  /** How many corrections it has; absent: none. A correction sends it to say what the person saw. */
  corrections: z.number().int().exactOptional(),
});

export const recertificationStatus = z.enum(RECERTIFICATION_STATUSES);

/** GET /recertifications: those that renew a referral, or that match a search; without either, the newest. */
export const listRecertificationsQuery = readQuery.extend({
  renews: referralId.optional(),
  search: z.string().trim().max(100).default(''),
  ...readersZone,
});

export const recertificationRow = z.object({
  recertificationId: z.string(),
  renews: z.string().nullable(),
  itemCategory: z.string(),
  memberLastName: z.string(),
  memberFirstName: z.string(),
  status: recertificationStatus,
  /** The open task of the recertification, or its last task if none is open. */
  taskId: z.string(),
  task: recertTaskName,
  openedAt: z.string(),
  /** E-mail address. */
  openedBy: z.string().nullable(),
});
export type RecertificationRow = z.infer<typeof recertificationRow>;

/** The newest first, 20 at most. */
export const recertificationList = z.object({ rows: z.array(recertificationRow), feed: feedPosition });
export type RecertificationList = z.infer<typeof recertificationList>;
