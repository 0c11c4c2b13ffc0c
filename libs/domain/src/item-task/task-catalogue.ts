/** Departments that work a referral, spelled as the product spells them (ordering specification, section 3). */
export const DEPARTMENTS = ['Demos', 'Intake', 'Medical Records', 'DocuCert', 'Fullfillment'] as const;
export type Department = (typeof DEPARTMENTS)[number];

/** The stepper of the Status tab, in order. */
export const STEPS = [
  'Create Patient',
  'Patient Contact',
  'Documentation',
  'Preparing to Ship',
  'Shipped',
  'Delivered',
] as const;
/** A stopped item shows these instead. */
export const STOPPED_STEPS = ['Stopped', 'Canceled'] as const;

export interface TaskRow {
  readonly task: string;
  readonly department: Department;
  /** Calendar days until the end of which the task is due; null: no due day. */
  readonly dueDays: number | null;
  /** Index into STEPS. */
  readonly step: 0 | 1 | 2 | 3 | 4 | 5;
  /** What lists and chips show. */
  readonly status: string;
  /** Who is to be reached: each outcome of the task is an attempt. Left out: nobody. */
  readonly contact?: ContactParty;
}

export type ContactParty = 'member' | 'physician';

/**
 * The task catalogue of the ordering specification, section 3. 'Stopped' has no row here: it is not work to be done.
 * Due days of Create Patient are not in the specification: see docs/decisions.
 */
// prettier-ignore
export const TASK_CATALOGUE = [
  { task: 'Create Patient',                department: 'Demos',           dueDays: 0, step: 0, status: 'Pending Patient Creation' },
  { task: 'Patient Contact 1st',           department: 'Intake',          dueDays: 0, step: 1, status: 'Pending Patient Contact', contact: 'member' },
  { task: 'Patient Contact 2nd',           department: 'Intake',          dueDays: 1, step: 1, status: 'Pending Patient Contact', contact: 'member' },
  { task: 'Patient Contact 3rd',           department: 'Intake',          dueDays: 2, step: 1, status: 'Pending Patient Contact', contact: 'member' },
  { task: 'Patient Contact 4th',           department: 'Intake',          dueDays: 2, step: 1, status: 'Pending Patient Contact', contact: 'member' },
  { task: 'Select Items',                  department: 'Intake',          dueDays: 0, step: 1, status: 'Pending Item Selection' },
  { task: 'Physician Paperwork Initial',   department: 'Medical Records', dueDays: 0, step: 2, status: 'Pending Physician Paperwork', contact: 'physician' },
  { task: 'Physician Paperwork 1st',       department: 'Medical Records', dueDays: 7, step: 2, status: 'Pending Physician Paperwork', contact: 'physician' },
  { task: 'Physician Paperwork 2nd',       department: 'Medical Records', dueDays: 7, step: 2, status: 'Pending Physician Paperwork', contact: 'physician' },
  { task: 'Physician Paperwork 3rd',       department: 'Medical Records', dueDays: 7, step: 2, status: 'Pending Physician Paperwork', contact: 'physician' },
  { task: 'Physician Paperwork 4th',       department: 'Medical Records', dueDays: 7, step: 2, status: 'Pending Physician Paperwork', contact: 'physician' },
  { task: 'Log CMN',                       department: 'DocuCert',        dueDays: 0, step: 2, status: 'Pending CMN Review' },
  { task: 'CMN Exception',                 department: 'DocuCert',        dueDays: 0, step: 2, status: 'Pending CMN Review' },
  { task: 'Submit Authorization',          department: 'DocuCert',        dueDays: 0, step: 2, status: 'Pending Authorization' },
  { task: 'Ready for Dropship',            department: 'Fullfillment',    dueDays: 0, step: 3, status: 'Preparing to Ship' },
  { task: 'Ready for Walmart',             department: 'Fullfillment',    dueDays: 0, step: 3, status: 'Preparing to Ship' },
  { task: 'Backordered',                   department: 'Fullfillment',    dueDays: 7, step: 3, status: 'Backordered' },
  { task: 'Shipped',                       department: 'Fullfillment',    dueDays: 2, step: 4, status: 'Shipped' },
  { task: 'Delivered',                     department: 'Fullfillment',    dueDays: 2, step: 5, status: 'Delivered' },
] as const satisfies readonly TaskRow[];

export type TaskName = (typeof TASK_CATALOGUE)[number]['task'];

/** Where a submitted referral begins. */
export const FIRST_TASK: TaskName = 'Create Patient';

const ROWS = new Map<TaskName, TaskRow>(TASK_CATALOGUE.map((row) => [row.task, row]));

/** Throws for an unknown name: a name that was stored once must stay in the catalogue for ever. */
export function taskRow(name: TaskName): TaskRow {
  const row = ROWS.get(name);
  if (!row) throw new Error(`No task is called ${name}`);
  return row;
}

/** Where an item enters the work that is added to a referral, or restored. */
export const SELECTION_TASK: TaskName = 'Select Items';
