import { FILE_FAULTS } from '../file/file.events.js';
import { dueDay } from '../item-task/due-day.js';
import { outcomeLabel } from '../item-task/task-outcomes.js';
import { dayInWords } from '../kernel/terms.js';
import { UnknownEvent } from '../kernel/decider.js';
import type { Actor } from '../kernel/event.js';
import { orderedItemFacts } from '../referral/order-facts.js';
import { orderFormOf } from '../referral/order-forms.js';
import { wordsOf } from '../note/note-text.js';
import type { ReferralSubmitted } from '../referral/referral.events.js';
import { correctedFacts, type FieldChange } from './corrected-facts.js';
import { ADMIN_WORDS, type AdminEvent } from './describe-admin-event.js';
import { contextOf, type EventCircumstances, isReferral } from './event-circumstances.js';
import type { ReferralHistoryEvent } from './referral-as-of.js';
import { evolveReferral } from './replay.js';

/** What the audit shows. */
export type DescribedEvent = ReferralHistoryEvent | AdminEvent;

/** An event in words, for the audit. */
export interface EventDescription {
  /** One plain sentence without a full stop: "Ana Ruiz moved 1 item to Shipped". */
  readonly sentence: string;
  /** What it changed, each field from what to what; null where there was nothing or is nothing any more. */
  readonly detail: readonly FieldChange[];
}

/** How to refer to an actor whose name is not known. */
export function nameOf(actor: Actor): string {
  switch (actor.role) {
    case 'system':
      return 'Throughline';
    case 'anonymous':
      return 'Somebody who was not signed in';
    default:
      return actor.email ?? 'Somebody';
  }
}

export function describeEvent(event: DescribedEvent, circumstances: EventCircumstances): EventDescription {
  if (!hasWords(event.type)) throw new UnknownEvent(event.type);
  const describe = WORDS[event.type] as Describe<unknown>;
  const words = describe(event.data, contextOf(circumstances));
  const [sentence, ...detail] = typeof words === 'string' ? [words] : words;
  const { before } = circumstances;
  return { sentence, detail: [...detail, ...correctedFacts(event, before), ...statusChange(event, before)] };
}

/** A sentence, and the fields that it does not name itself. */
type Words = string | readonly [sentence: string, ...detail: FieldChange[]];
type Describe<Data> = (data: Data, context: ReturnType<typeof contextOf>) => Words;
type DataOf<Type extends DescribedEvent['type']> = Extract<DescribedEvent, { readonly type: Type }>['data'];

/** One entry for each event: it does not compile with one missing. */
const WORDS: { readonly [Type in DescribedEvent['type']]: Describe<DataOf<Type>> } = {
  ReferralSubmitted: ({ order, form }) => `The order was submitted with ${count(order.items)}${onForm(form)}`,
  BenefitOutcomeTold: ({ outcome }) =>
    outcome === 'redeemed' ? 'The benefit was redeemed with this order' : 'The benefit was refused to this order',
  TrackingNumberAssigned: ({ itemIds, carrier, number }, { who }) =>
    `${who} gave ${count(itemIds)} the ${carrier} tracking number ${number}`,
  TaskOpened: ({ task, itemIds, dueAt }, { who, tasksWith }) => {
    // Where the items came from: because they left, the next event may complete that task.
    const from = tasksWith(itemIds).join(' and ');
    const sentence = `${who} opened ${task} ${from === '' ? 'for' : 'with'} ${count(itemIds)}${from && ` from ${from}`}`;
    return dueAt === null ? sentence : [sentence, added('Due', dayInWords(dueDay(dueAt)))];
  },
  ItemsMovedToTask: ({ itemIds, toTaskId }, { who, task }) => `${who} moved ${count(itemIds)} to ${task(toTaskId)}`,
  TaskClaimed: ({ taskId, assignee }, { task }) => `${assignee.name} claimed ${task(taskId)}`,
  TaskReleased: ({ taskId }, { who, task }) => `${who} released ${task(taskId)}`,
  TaskAssigned: ({ taskId, assignee }, { who, task }) => `${who} assigned ${task(taskId)} to ${assignee.name}`,
  TaskCompleted: ({ taskId }, { who, task, isEmpty }) =>
    `${who} completed ${task(taskId)}${isEmpty(taskId) ? ', as no item was left in it' : ''}`,
  TaskFellDue: ({ taskId }, { task }) => `${task(taskId)} fell due`,
  TaskPutOnHold: ({ taskId, onHold: { until, reason } }, { who, task }) => [
    `${who} put ${task(taskId)} on hold until ${dayInWords(until)}`,
    ...(reason === null ? [] : [added('Reason', reason)]),
  ],
  TaskResumed: ({ taskId }, { who, task }) => `${who} took ${task(taskId)} off hold`,
  ItemsStopped: ({ itemIds, taskId, reason }, { who, task }) => [
    `${who} stopped ${count(itemIds)} in ${task(taskId)}`,
    added('Stopped reason', reason),
  ],
  ItemsUnstopped: ({ itemIds, reason }, { who }) => [
    `${who} took ${count(itemIds)} up again that had been stopped`,
    added('Reason', reason),
  ],
  ItemsOrdered: ({ itemIds, orderId }, { who }) => `${who} recorded order ${orderId} for ${count(itemIds)}`,
  OutcomeRecorded: ({ task, outcome, itemIds, note }, { who }) => [
    `${who} recorded for ${count(itemIds)} in ${task}: ${outcomeLabel(task, outcome)}`,
    ...noteOf(note),
  ],
  ContactAttempted: ({ task, outcome, party, number, method, note }, { who }) => [
    `${who} recorded attempt ${number} to reach the ${party} by ${method.toLowerCase()}: ${outcomeLabel(task, outcome)}`,
    ...noteOf(note),
  ],
  OutcomeUndone: ({ taskId }, { who, task }) => `${who} took back the outcome of ${task(taskId)}`,
  ItemsCanceled: ({ itemIds }, { who }) => `${who} canceled ${count(itemIds)}`,
  ItemsAddedToTask: ({ itemIds, taskId }, { who, task }) => `${who} added ${count(itemIds)} to ${task(taskId)}`,
  ItemsWithdrawn: ({ itemIds }, { who, tasksWith }) =>
    `${who} took ${count(itemIds)} out of ${tasksWith(itemIds).join(' and ') || 'the work'}`,
  RecertificationOpened: ({ itemCategory, member, renews }, { who }) => [
    `${who} opened the recertification of ${itemCategory} for ${member.firstName} ${member.lastName}`,
    ...(renews === null ? [] : [added('Renews referral', renews)]),
  ],
  RecertifiedMemberCorrected: (_, { who }) => `${who} corrected the member`,
  CertifyingPhysicianCorrected: (_, { who }) => `${who} corrected the physician`,
  CertificationCorrected: (_, { who }) => `${who} corrected what is certified`,
  ReferrerCorrected: (_, { who }) => `${who} corrected the referrer`,
  MemberNameCorrected: (_, { who }) => `${who} corrected the member’s name`,
  MemberDemographicsCorrected: (_, { who }) => `${who} corrected the member’s date of birth or gender`,
  MemberContactCorrected: (_, { who }) => `${who} corrected how to contact the member`,
  MemberAddressCorrected: (_, { who }) => `${who} corrected the member’s address`,
  MemberClinicalFactsCorrected: (_, { who }) => `${who} corrected the member’s clinical facts`,
  PhysicianCorrected: (_, { who }) => `${who} corrected the physician`,
  InsuranceCorrected: (_, { who }) => `${who} corrected the insurance`,
  BabyCorrected: (_, { who }) => `${who} corrected the baby’s information`,
  UhcCodesCorrected: (_, { who }) => `${who} corrected the UHC codes`,
  OtherInformationCorrected: (_, { who }) => `${who} corrected the additional information`,
  ItemQuantityChanged: ({ itemId }, { who, item }) => `${who} corrected the quantity of ${item(itemId)}`,
  ItemOptionChanged: ({ itemId }, { who, item }) => `${who} corrected the option of ${item(itemId)}`,
  ItemAdded: ({ item }, { who }) => [
    `${who} added ${item.item} to the order`,
    ...orderedItemFacts(item).flatMap(({ label, value }) => (value === null ? [] : [added(label, value)])),
  ],
  ItemRemoved: ({ itemId }, { who, item }) => `${who} removed ${item(itemId)} from the order`,
  ItemRestored: ({ itemId }, { who, item }) => `${who} restored ${item(itemId)} to the order`,
  SubmissionPdfGenerated: ({ fileName, corrections }) =>
    `The ${corrections === undefined ? 'order' : 'corrected order'} was filed as ${fileName}`,
  FileUploaded: ({ fileName, fileType }, { who }) => `${who} attached ${fileName}${fileType ? ` as ${fileType}` : ''}`,
  FileTypeChanged: ({ fileId, previousType, fileType }, { who, file }) =>
    `${who} changed the type of ${file(fileId)} from ${previousType} to ${fileType}`,
  FileAccepted: ({ fileId }, { file }) => `${file(fileId)} was checked and accepted`,
  FileRejectedByScan: ({ fileId, reason }, { file }) => [
    `${file(fileId)} was checked and refused`,
    added('Refused because', FILE_FAULTS[reason]),
  ],
  HistoryEntryRecorded: ({ elementName, changes }, { who }) => [
    `${who} recorded an entry about ${elementName}`,
    added(elementName, changes),
  ],
  ReferralMailSent: () => 'The referral ID was mailed to the referrer',
  ReferralMailWithheld: () => 'No e-mail was sent: several went to the referrer’s address within the hour',
  NoteWritten: ({ text, parentNoteId }, { who }) => [
    `${who} ${parentNoteId === null ? 'wrote a note' : 'replied to a note'}`,
    added('Note', wordsOf(text)),
  ],
  NoteTextEdited: ({ text }, { who }) => [`${who} edited a note`, added('Note', wordsOf(text))],
  NotesRead: ({ noteIds }, { who }) => `${who} read ${noteCount(noteIds)}`,
  NotesMarkedUnread: ({ noteIds }, { who }) => `${who} marked ${noteCount(noteIds)} as unread`,
  NoteActionDone: (_, { who }) => `${who} marked the action of a note as done`,
  NoteActionRequested: (_, { who }) => `${who} marked a note as one that needs action`,
  InternalNoteWritten: ({ text, format, parentNoteId }, { who }) =>
    format === undefined
      ? ['The additional information of the order became an internal note', added('Internal note', text)]
      : [
          `${who} ${parentNoteId === null ? 'wrote an internal note' : 'replied to an internal note'}`,
          added('Internal note', wordsOf(text)),
        ],
  InternalNoteTextEdited: ({ text }, { who }) => [
    `${who} edited an internal note`,
    added('Internal note', wordsOf(text)),
  ],
  InternalNoteDeleted: (_, { who }) => `${who} deleted an internal note`,
  InternalNotesRead: ({ noteIds }, { who }) => `${who} read ${noteCount(noteIds, 'internal ')}`,
  InternalNotesMarkedUnread: ({ noteIds }, { who }) => `${who} marked ${noteCount(noteIds, 'internal ')} as unread`,
  ...ADMIN_WORDS,
};

/** The events that the audit shows. */
export const DESCRIBED_TYPES: readonly string[] = Object.keys(WORDS);

/** Is it one of the events that the audit shows? False as well for an event of a later release. */
export const hasWords = (type: string): type is DescribedEvent['type'] => Object.hasOwn(WORDS, type);

const noteOf = (note: string | null) => (note === null ? [] : [added('Note for the staff', note)]);

const added = (field: string, to: string): FieldChange => ({ field, from: null, to });

/** The general form is not named: most orders come from it, and orders from before there were several forms do not say. */
const onForm = (form: ReferralSubmitted['data']['form'] = 'general') =>
  form === 'general' ? '' : ` on the form ${orderFormOf(form).name}`;

const count = ({ length }: readonly unknown[]) => (length === 1 ? '1 item' : `${length} items`);
const noteCount = ({ length }: readonly unknown[], kind = '') => `${length} ${kind}${length === 1 ? 'note' : 'notes'}`;

const isAdminEvent = (event: DescribedEvent): event is AdminEvent => Object.hasOwn(ADMIN_WORDS, event.type);

function statusChange(event: DescribedEvent, before: EventCircumstances['before']): readonly FieldChange[] {
  if (isAdminEvent(event) || (before !== null && !isReferral(before))) return [];
  const from = before?.status ?? null;
  const to = evolveReferral(before, event)?.status ?? null;
  return from === to ? [] : [{ field: 'Status', from, to }];
}
