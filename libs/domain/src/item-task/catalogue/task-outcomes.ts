import type { ContactParty, TaskName } from './task-catalogue.js';

/** A possible outcome of a task, and where its items go then. Stored for ever by `name`. */
export interface OutcomeRow {
  readonly name: string;
  /** Shown on the button, in the Referral History and in the audit. */
  readonly label: string;
  readonly leadsTo: Destination;
  /** The outcome is recorded with the order id that the supplier gave. */
  readonly asksOrderId?: true;
}

/** Whether a supplier can have given this as the ID of an order: it has a letter or a digit. */
export const isOrderId = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

export type Destination =
  | WorkGoesOn
  /** The items are stopped for this reason, which the referrer reads. */
  | { readonly stop: string }
  /** The items are delivered: no work is left for them. */
  | 'closed';

/** One task for all items, or a task for each item by a rule of `ROUTES`. */
export type WorkGoesOn = { readonly task: TaskName } | { readonly route: keyof typeof ROUTES };

/** What the rules of `ROUTES` read of an order. */
export interface RoutedOrder {
  readonly insuranceType: { readonly medicare: boolean; readonly medicaid: boolean; readonly commercial: boolean };
  /** `deleted`: removed from the order; the item may still be in a task for a moment. */
  readonly items: readonly { readonly id: number; readonly itemCategory: string; readonly deleted?: boolean }[];
}

/** Categories whose items need no paperwork of a physician, with the task that prepares their shipment. All others need it. */
const WITHOUT_PAPERWORK: Readonly<Record<string, TaskName>> = {
  'Pregnancy Rewards': 'Ready for Walmart',
  'Baby Diaper Rewards': 'Ready for Dropship',
  'Sensory Kits': 'Ready for Dropship',
};

/** For recertifications, whose outcomes have no routes. */
export const NOTHING_ORDERED: RoutedOrder = {
  insuranceType: { medicare: false, medicaid: false, commercial: false },
  items: [],
};

/** Insurances that pay only for what they authorized in advance. */
const NEEDS_AUTHORIZATION = { medicare: false, medicaid: true, commercial: true } as const;

const ROUTES = {
  byCategory: ({ items }, itemId) => {
    const category = items.find(({ id }) => id === itemId)?.itemCategory ?? '';
    return WITHOUT_PAPERWORK[category] ?? 'Physician Paperwork Initial';
  },
  byInsurance: ({ insuranceType }) => {
    const insurances = Object.keys(NEEDS_AUTHORIZATION) as (keyof typeof NEEDS_AUTHORIZATION)[];
    const needsOne = insurances.some((insurance) => insuranceType[insurance] && NEEDS_AUTHORIZATION[insurance]);
    return needsOne ? 'Submit Authorization' : 'Ready for Dropship';
  },
} as const satisfies Record<string, (order: RoutedOrder, itemId: number) => TaskName>;

/** The task that an item goes to. */
export const destinationOf = (to: WorkGoesOn, order: RoutedOrder, itemId: number): TaskName =>
  'task' in to ? to.task : ROUTES[to.route](order, itemId);

const UNABLE_TO_REACH = { stop: 'Unable to reach the member' } as const;
const NO_PAPERWORK = { stop: 'No paperwork from the physician' } as const;

const memberContact = (next: Destination) =>
  [
    { name: 'reached', label: 'Reached', leadsTo: { task: 'Select Items' } },
    { name: 'no-answer', label: 'No answer', leadsTo: next },
    { name: 'left-message', label: 'Left message', leadsTo: next },
    { name: 'wrong-number', label: 'Wrong number', leadsTo: next },
    { name: 'declined', label: 'Declined', leadsTo: { stop: 'Declined by the member' } },
  ] as const;

const physicianContact = (next: Destination, received: TaskName = 'Log CMN') =>
  [
    { name: 'received', label: 'Paperwork received', leadsTo: { task: received } },
    { name: 'no-answer', label: 'No answer', leadsTo: next },
  ] as const;

const recertContact = (next: Destination) => physicianContact(next, 'Recert Log CMN');

const cmnException = (logged: TaskName) =>
  [
    { name: 'mended', label: 'CMN corrected', leadsTo: { task: logged } },
    { name: 'not-to-be-had', label: 'Not obtainable', leadsTo: { stop: 'The CMN could not be obtained' } },
  ] as const;

const authorization = (approved: Destination) =>
  [
    { name: 'approved', label: 'Approved', leadsTo: approved },
    { name: 'denied', label: 'Denied', leadsTo: { stop: 'The authorization was denied' } },
  ] as const;

const shipment = [
  { name: 'order-placed', label: 'Order placed', leadsTo: { task: 'Shipped' }, asksOrderId: true },
  { name: 'not-available', label: 'Not available', leadsTo: { task: 'Backordered' } },
] as const;

/**
 * The possible outcomes of each task, the usual one first. Delivered or stopped can be reached from every task. Which paperwork and
 * authorization an item needs is data above: see docs/decisions/0040.
 */
const OUTCOMES = {
  'Create Patient': [
    { name: 'created', label: 'Record created', leadsTo: { task: 'Patient Contact 1st' } },
    { name: 'duplicate', label: 'Duplicate', leadsTo: { stop: 'Duplicate of another referral' } },
  ],
  'Patient Contact 1st': memberContact({ task: 'Patient Contact 2nd' }),
  'Patient Contact 2nd': memberContact({ task: 'Patient Contact 3rd' }),
  'Patient Contact 3rd': memberContact({ task: 'Patient Contact 4th' }),
  'Patient Contact 4th': memberContact(UNABLE_TO_REACH),
  'Select Items': [{ name: 'selected', label: 'Items selected', leadsTo: { route: 'byCategory' } }],
  'Physician Paperwork Initial': physicianContact({ task: 'Physician Paperwork 1st' }),
  'Physician Paperwork 1st': physicianContact({ task: 'Physician Paperwork 2nd' }),
  'Physician Paperwork 2nd': physicianContact({ task: 'Physician Paperwork 3rd' }),
  'Physician Paperwork 3rd': physicianContact({ task: 'Physician Paperwork 4th' }),
  'Physician Paperwork 4th': physicianContact(NO_PAPERWORK),
  'Log CMN': [
    { name: 'complete', label: 'CMN complete', leadsTo: { route: 'byInsurance' } },
    { name: 'wrong', label: 'CMN wrong', leadsTo: { task: 'CMN Exception' } },
  ],
  'CMN Exception': cmnException('Log CMN'),
  'Submit Authorization': authorization({ task: 'Ready for Dropship' }),
  'Ready for Dropship': shipment,
  'Ready for Walmart': shipment,
  Backordered: [{ name: 'available', label: 'Available', leadsTo: { task: 'Ready for Dropship' } }],
  Shipped: [{ name: 'delivered', label: 'Delivered', leadsTo: { task: 'Delivered' } }],
  Delivered: [{ name: 'confirmed', label: 'Delivery confirmed', leadsTo: 'closed' }],
  'Recert Review': [
    { name: 'needed', label: 'Paperwork requested', leadsTo: { task: 'Recert Physician Paperwork 1st' } },
    { name: 'not-needed', label: 'No longer needed', leadsTo: { stop: 'The member no longer needs the supply' } },
    { name: 'not-covered', label: 'No longer covered', leadsTo: { stop: 'The supply is no longer covered' } },
  ],
  'Recert Physician Paperwork 1st': recertContact({ task: 'Recert Physician Paperwork 2nd' }),
  'Recert Physician Paperwork 2nd': recertContact({ task: 'Recert Physician Paperwork 3rd' }),
  'Recert Physician Paperwork 3rd': recertContact({ task: 'Recert Physician Paperwork 4th' }),
  'Recert Physician Paperwork 4th': recertContact(NO_PAPERWORK),
  'Recert Log CMN': [
    { name: 'complete', label: 'CMN complete', leadsTo: { task: 'Recert Submit Authorization' } },
    { name: 'wrong', label: 'CMN wrong', leadsTo: { task: 'Recert CMN Exception' } },
  ],
  'Recert CMN Exception': cmnException('Recert Log CMN'),
  'Recert Submit Authorization': authorization('closed'),
} as const satisfies Record<TaskName, readonly OutcomeRow[]>;

export type OutcomeName = (typeof OUTCOMES)[TaskName][number]['name'];

const TO_DO: Readonly<Record<TaskName, string>> = {
  'Create Patient': 'Create the member’s record, or find the one that exists.',
  'Patient Contact 1st': 'Contact the member: confirm the address and what was ordered.',
  'Patient Contact 2nd': 'Contact the member again: confirm the address and what was ordered.',
  'Patient Contact 3rd': 'Contact the member again: confirm the address and what was ordered.',
  'Patient Contact 4th': 'Contact the member once more. Without an answer the items are stopped.',
  'Select Items': 'Check the items against what the member said and the insurance covers.',
  'Physician Paperwork Initial': 'Send the physician the paperwork for these items.',
  'Physician Paperwork 1st': 'Ask the physician for the paperwork again.',
  'Physician Paperwork 2nd': 'Ask the physician for the paperwork again.',
  'Physician Paperwork 3rd': 'Ask the physician for the paperwork again.',
  'Physician Paperwork 4th': 'Ask the physician once more. Without an answer the items are stopped.',
  'Log CMN': 'Check the certificate of medical necessity and log it.',
  'CMN Exception': 'Have the physician correct the certificate of medical necessity.',
  'Submit Authorization': 'Submit the authorization and record what the insurance decides.',
  'Ready for Dropship': 'Place the order with the supplier and enter its order ID.',
  'Ready for Walmart': 'Place the order with Walmart and enter its order ID.',
  Backordered: 'Ask the supplier whether the items are available again.',
  Shipped: 'Add the tracking number, and follow the parcel until it is delivered.',
  Delivered: 'Confirm with the member that everything arrived.',
  'Recert Review':
    'Check that the member still needs the supply and is covered, and request the paperwork from the physician.',
  'Recert Physician Paperwork 1st': 'Wait for the paperwork, and ask the physician for it when it is due.',
  'Recert Physician Paperwork 2nd': 'Ask the physician for the paperwork again.',
  'Recert Physician Paperwork 3rd': 'Ask the physician for the paperwork again.',
  'Recert Physician Paperwork 4th': 'Ask the physician once more. Without an answer the recertification is stopped.',
  'Recert Log CMN': 'Check the new certificate of medical necessity and log it.',
  'Recert CMN Exception': 'Have the physician correct the certificate of medical necessity.',
  'Recert Submit Authorization': 'Submit the authorization and record what the insurance decides.',
};

/** What a person does in a task, in one sentence. */
export const toDoIn = (task: TaskName): string => TO_DO[task];

/** The name under which a move to a task is recorded that the table does not give. */
export const MOVED = 'moved';
/** What can be recorded for a task. */
export type RecordedName = OutcomeName | typeof MOVED;

export interface Outcome extends OutcomeRow {
  readonly name: OutcomeName;
}

/** The possible outcomes of a task, the usual one first. */
export const outcomesOf = (task: TaskName): readonly Outcome[] => OUTCOMES[task];

/** Why items are stopped, for an outcome that stops them; null for all others. */
export const stopReasonOf = ({ leadsTo }: Pick<OutcomeRow, 'leadsTo'>): string | null =>
  typeof leadsTo === 'object' && 'stop' in leadsTo ? leadsTo.stop : null;

/** The outcomes of all tasks, each name once. */
export const OUTCOME_NAMES: readonly OutcomeName[] = [
  ...new Set(Object.values(OUTCOMES).flatMap((outcomes) => outcomes.map(({ name }) => name))),
];

/** The label of an outcome of this task. A name that the table no longer gives to any task is shown as it is stored. */
export function outcomeLabel(task: TaskName, name: RecordedName): string {
  if (name === MOVED) return 'Moved to another task';
  return outcomesOf(task).find((outcome) => outcome.name === name)?.label ?? name;
}

export const CONTACT_METHODS = ['Phone', 'Text message', 'E-mail', 'Fax', 'Mail'] as const;
export type ContactMethod = (typeof CONTACT_METHODS)[number];

/** How the party of a contact task is usually reached. */
export const USUAL_METHOD: Readonly<Record<ContactParty, ContactMethod>> = { member: 'Phone', physician: 'Fax' };
