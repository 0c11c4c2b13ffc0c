import type { RecertSubDepartment } from '../../kernel/terms.js';

/** Departments that work a referral, spelled as the product spells them (ordering specification, section 3). */
export const DEPARTMENTS = ['Demos', 'Intake', 'Medical Records', 'DocuCert', 'Fullfillment'] as const;
export type Department = (typeof DEPARTMENTS)[number];

/** The steps of the Status tab, in order. */
export const STEPS = [
  'Create Patient',
  'Patient Contact',
  'Documentation',
  'Preparing to Ship',
  'Shipped',
  'Delivered',
] as const;
/** The steps that are shown for a stopped item. */
export const STOPPED_STEPS = ['Stopped', 'Canceled'] as const;

/** The steps of a recertification, which has no items of a referral. */
export const RECERT_STEPS = ['Review', 'Documentation', 'CMN', 'Authorization'] as const;

export interface TaskRow {
  readonly task: string;
  readonly department: Department;
  /** Absent: the categories of the task's items. */
  readonly subDepartment?: RecertSubDepartment;
  /** The task is due at the end of the day that is this many calendar days on; null: no due day. */
  readonly dueDays: number | null;
  /** Index into STEPS or, for a recertification, RECERT_STEPS. */
  readonly step: 0 | 1 | 2 | 3 | 4 | 5;
  /** The status that lists and chips show. */
  readonly status: string;
  /** Whom the task is to reach: each of its outcomes is a contact attempt. Absent: nobody. */
  readonly contact?: ContactParty;
  /** Whose turn it is while items are in the task, unless it is the turn of whom the task is to reach. Absent: nobody's, the work is done. */
  readonly waitsFor?: Exclude<WaitsFor, ContactParty>;
}

/** `us`: the provider's staff. */
export type WaitsFor = 'member' | 'physician' | 'plan' | 'supplier' | 'carrier' | 'us';

export type ContactParty = 'member' | 'physician';

/**
 * The task catalogue of the ordering specification, section 3. 'Stopped' has no row here: it is not work to be done.
 * Due days of Create Patient are not in the specification: see docs/decisions.
 */
// prettier-ignore
export const TASK_CATALOGUE = [
  { task: 'Create Patient',                department: 'Demos',           dueDays: 0, step: 0, status: 'Pending Patient Creation', waitsFor: 'us' },
  { task: 'Patient Contact 1st',           department: 'Intake',          dueDays: 0, step: 1, status: 'Pending Patient Contact', contact: 'member' },
  { task: 'Patient Contact 2nd',           department: 'Intake',          dueDays: 1, step: 1, status: 'Pending Patient Contact', contact: 'member' },
  { task: 'Patient Contact 3rd',           department: 'Intake',          dueDays: 2, step: 1, status: 'Pending Patient Contact', contact: 'member' },
  { task: 'Patient Contact 4th',           department: 'Intake',          dueDays: 2, step: 1, status: 'Pending Patient Contact', contact: 'member' },
  { task: 'Select Items',                  department: 'Intake',          dueDays: 0, step: 1, status: 'Pending Item Selection', waitsFor: 'us' },
  { task: 'Physician Paperwork Initial',   department: 'Medical Records', dueDays: 0, step: 2, status: 'Pending Physician Paperwork', contact: 'physician' },
  { task: 'Physician Paperwork 1st',       department: 'Medical Records', dueDays: 7, step: 2, status: 'Pending Physician Paperwork', contact: 'physician' },
  { task: 'Physician Paperwork 2nd',       department: 'Medical Records', dueDays: 7, step: 2, status: 'Pending Physician Paperwork', contact: 'physician' },
  { task: 'Physician Paperwork 3rd',       department: 'Medical Records', dueDays: 7, step: 2, status: 'Pending Physician Paperwork', contact: 'physician' },
  { task: 'Physician Paperwork 4th',       department: 'Medical Records', dueDays: 7, step: 2, status: 'Pending Physician Paperwork', contact: 'physician' },
  { task: 'Log CMN',                       department: 'DocuCert',        dueDays: 0, step: 2, status: 'Pending CMN Review', waitsFor: 'us' },
  { task: 'CMN Exception',                 department: 'DocuCert',        dueDays: 0, step: 2, status: 'Pending CMN Review', waitsFor: 'us' },
  { task: 'Submit Authorization',          department: 'DocuCert',        dueDays: 0, step: 2, status: 'Pending Authorization', waitsFor: 'plan' },
  { task: 'Ready for Dropship',            department: 'Fullfillment',    dueDays: 0, step: 3, status: 'Preparing to Ship', waitsFor: 'us' },
  { task: 'Ready for Walmart',             department: 'Fullfillment',    dueDays: 0, step: 3, status: 'Preparing to Ship', waitsFor: 'us' },
  { task: 'Backordered',                   department: 'Fullfillment',    dueDays: 7, step: 3, status: 'Backordered', waitsFor: 'supplier' },
  { task: 'Shipped',                       department: 'Fullfillment',    dueDays: 2, step: 4, status: 'Shipped', waitsFor: 'carrier' },
  { task: 'Delivered',                     department: 'Fullfillment',    dueDays: 2, step: 5, status: 'Delivered' },
] as const satisfies readonly TaskRow[];

/**
 * The non-referral tasks of the same section: a supply is to be certified again by the physician. Most have the name of a referral's task there;
 * here 'Recert' stands before it, as they have other due days and lead elsewhere.
 */
// prettier-ignore
export const RECERT_CATALOGUE = [
  { task: 'Recert Review',                  department: 'Medical Records', dueDays: 0,  step: 0, status: 'Pending Recert Review', subDepartment: 'Recert Review', waitsFor: 'us' },
  { task: 'Recert Physician Paperwork 1st', department: 'Medical Records', dueDays: 21, step: 1, status: 'Pending Physician Paperwork', subDepartment: 'Recert Follow up', contact: 'physician' },
  { task: 'Recert Physician Paperwork 2nd', department: 'Medical Records', dueDays: 7,  step: 1, status: 'Pending Physician Paperwork', subDepartment: 'Recert Follow up', contact: 'physician' },
  { task: 'Recert Physician Paperwork 3rd', department: 'Medical Records', dueDays: 7,  step: 1, status: 'Pending Physician Paperwork', subDepartment: 'Recert Follow up', contact: 'physician' },
  { task: 'Recert Physician Paperwork 4th', department: 'Medical Records', dueDays: 7,  step: 1, status: 'Pending Physician Paperwork', subDepartment: 'Recert Follow up', contact: 'physician' },
  { task: 'Recert Log CMN',                 department: 'DocuCert',        dueDays: 0,  step: 2, status: 'Pending CMN Review', waitsFor: 'us' },
  { task: 'Recert CMN Exception',           department: 'DocuCert',        dueDays: 0,  step: 2, status: 'Pending CMN Review', waitsFor: 'us' },
  { task: 'Recert Submit Authorization',    department: 'DocuCert',        dueDays: 0,  step: 3, status: 'Pending Authorization', waitsFor: 'plan' },
] as const satisfies readonly TaskRow[];

/** The tasks that a referral has. */
export type ReferralTaskName = (typeof TASK_CATALOGUE)[number]['task'];
export type RecertTaskName = (typeof RECERT_CATALOGUE)[number]['task'];
export type TaskName = ReferralTaskName | RecertTaskName;

/** The tables of tasks. Items never move from a task of one table to a task of the other. */
const WORKS = {
  referral: { rows: TASK_CATALOGUE, steps: STEPS },
  recertification: { rows: RECERT_CATALOGUE, steps: RECERT_STEPS },
} as const;
export type Work = keyof typeof WORKS;

/** Where a submitted referral begins. */
export const FIRST_TASK: TaskName = 'Create Patient';
/** Where a recertification usually begins. */
export const FIRST_RECERT_TASK: RecertTaskName = 'Recert Review';

const ROWS = new Map<TaskName, TaskRow>([...TASK_CATALOGUE, ...RECERT_CATALOGUE].map((row) => [row.task, row]));

/** In the order of the work, with those of recertifications last. */
export const TASK_NAMES: readonly TaskName[] = [...ROWS.keys()];

/** The statuses that tasks give to referrals, without repetition. */
export const TASK_STATUSES: readonly string[] = [...new Set([...ROWS.values()].map(({ status }) => status))];

/** Whose turn it is while items are in the task; null: nobody's, the work is done. */
export function turnIn(name: TaskName): WaitsFor | null {
  const { contact, waitsFor } = taskRow(name);
  return contact ?? waitsFor ?? null;
}

/** Throws for an unknown name: a name that was stored once must stay in the catalogue for ever. */
export function taskRow(name: TaskName): TaskRow {
  const row = ROWS.get(name);
  if (!row) throw new Error(`No task is called ${name}`);
  return row;
}

const isRecert = (name: TaskName): name is RecertTaskName => RECERT_CATALOGUE.some(({ task }) => task === name);

export const workOf = (name: TaskName): Work => (isRecert(name) ? 'recertification' : 'referral');

/** The labels of the steps of the work that a task belongs to, in order. */
export const stepLabelsOf = (name: TaskName): readonly string[] => WORKS[workOf(name)].steps;

/** The tasks of the same table. */
export const tasksBeside = (name: TaskName): readonly TaskName[] => WORKS[workOf(name)].rows.map(({ task }) => task);

/** The groups by which the queue is counted and filtered: the steps of a referral, and all recertifications together. */
export const QUEUE_STEPS = [...STEPS, 'Recertification'] as const;
export const queueStepOf = (name: TaskName): (typeof QUEUE_STEPS)[number] =>
  isRecert(name) ? 'Recertification' : STEPS[taskRow(name).step];

/** The task that an item enters which is added to a referral, or restored. */
export const SELECTION_TASK: TaskName = 'Select Items';
