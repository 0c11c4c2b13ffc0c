import { RECERTIFIED_CATEGORIES, RECERT_CATALOGUE, type RecertTaskName } from '@throughline/domain';
import { z } from 'zod';
import { optionalDay, optionalLines, optionalText } from './order/fields.js';
import { certifyingPhysician, recertifiedMember } from './order/sections.js';
import { withoutGroups } from './referral-facts.js';

/** Of a note that stands with a recertification, or with an outcome. */
export const MAX_NOTE_CHARACTERS = 500;

/** A referral id as it is typed; empty is null. */
const renews = optionalText('Referral ID')
  .transform((id) => id && withoutGroups(id))
  .refine((id) => id === null || /^\d+$/.test(id), 'Referral ID must contain only numbers.');

/** Whose supply is to be certified again, and by whom. */
const facts = z.object({
  /** The referral with the order that it renews. */
  renews,
  itemCategory: z.enum(RECERTIFIED_CATEGORIES, { error: 'Category is required.' }),
  member: recertifiedMember,
  physician: certifyingPhysician,
  /** When the certification ends that is to be renewed. */
  certifiedUntil: optionalDay('Certified until'),
  /** For the staff only. */
  note: optionalLines('Note', MAX_NOTE_CHARACTERS),
});

/** POST /tasks/ of a task that belongs to no referral: begins a recertification with this task, usually 'Recert Review'. */
export const openRecertificationBody = z.object({
  task: z.enum(RECERT_CATALOGUE.map(({ task }) => task) as [RecertTaskName, ...RecertTaskName[]]),
  taskData: facts.extend({
    /** The day in America/Chicago on which the task is to be worked; until then it is on hold. Left out: today. */
    startOn: optionalDay('Start on'),
  }),
});
export type OpenRecertificationBody = z.infer<typeof openRecertificationBody>;

/** The facts as they were recorded: categories may have others in a later release. */
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
});
