import type { AccountEvent } from '../account/account.events.js';
import { FILE_FAULTS } from '../file/file.events.js';
import { dueDay } from '../item-task/due-day.js';
import type { TaskOpened } from '../item-task/item-task.events.js';
import { dayInWords } from '../kernel/terms.js';
import { unknownEvent } from '../kernel/decider.js';
import type { Actor } from '../kernel/event.js';
import { orderFormOf } from '../referral/order-forms.js';
import type { ReferralSubmitted } from '../referral/referral.events.js';
import type { ReferralAsOf, ReferralHistoryEvent } from './referral-as-of.js';
import { evolveReferral } from './replay.js';

/** An event in words, for the audit. */
export interface EventDescription {
  /** One plain sentence without a full stop: "Ana Ruiz moved 1 item to Shipped". */
  readonly sentence: string;
  /** What it changed, each field from what to what; null where there was nothing or is nothing any more. */
  readonly detail: readonly FieldChange[];
}

export interface FieldChange {
  readonly field: string;
  readonly from: string | null;
  readonly to: string | null;
}

export interface EventCircumstances {
  /** Who did it, as the sentence begins with it: a name, or `nameOf(actor)`. */
  readonly who: string;
  /** The referral just before the event; null before its submission and for what is not about a referral. */
  readonly before: ReferralAsOf | null;
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

export function describeEvent(
  event: ReferralHistoryEvent | AccountEvent,
  { who, before }: EventCircumstances,
): EventDescription {
  return {
    sentence: sentenceOf(event, who, before),
    detail: isAboutAccount(event) ? [] : [...ownDetail(event), ...statusChange(event, before)],
  };
}

const ABOUT_ACCOUNT: Readonly<Record<AccountEvent['type'], true>> = {
  AccountCreated: true,
  ViewSaved: true,
  ViewRemoved: true,
};

const isAboutAccount = (event: ReferralHistoryEvent | AccountEvent): event is AccountEvent =>
  Object.hasOwn(ABOUT_ACCOUNT, event.type);

function sentenceOf(event: ReferralHistoryEvent | AccountEvent, who: string, before: ReferralAsOf | null): string {
  const named = (taskId: string) => before?.tasks.find((task) => task.taskId === taskId)?.task ?? 'a task';
  switch (event.type) {
    case 'ReferralSubmitted':
      return `The order was submitted with ${count(event.data.order.items)}${onForm(event)}`;
    case 'BenefitOutcomeTold':
      return event.data.outcome === 'redeemed'
        ? 'The benefit was redeemed with this order'
        : 'The benefit was refused to this order';
    case 'TrackingNumberAssigned':
      return `${who} gave ${count(event.data.itemIds)} the ${event.data.carrier} tracking number ${event.data.number}`;
    case 'TaskOpened':
      return opened(event, who, before);
    case 'ItemsMovedToTask':
      return `${who} moved ${count(event.data.itemIds)} to ${named(event.data.toTaskId)}`;
    case 'TaskClaimed':
      return `${event.data.assignee.name} claimed ${named(event.data.taskId)}`;
    case 'TaskReleased':
      return `${who} released ${named(event.data.taskId)}`;
    case 'TaskAssigned':
      return `${who} assigned ${named(event.data.taskId)} to ${event.data.assignee.name}`;
    case 'TaskCompleted':
      return `${who} completed ${named(event.data.taskId)}${isEmpty(event.data.taskId, before) ? ', as no item was left in it' : ''}`;
    case 'TaskFellDue':
      return `${named(event.data.taskId)} fell due`;
    case 'ItemsStopped':
      return `${who} stopped ${count(event.data.itemIds)} in ${named(event.data.taskId)}`;
    case 'ItemsCanceled':
      return `${who} canceled ${count(event.data.itemIds)}`;
    case 'SubmissionPdfGenerated':
      return `The order was filed as ${event.data.fileName}`;
    case 'FileUploaded':
      return `${who} attached ${event.data.fileName}`;
    case 'FileAccepted':
      return `${fileNamed(event.data.fileId, before)} was checked and accepted`;
    case 'FileRejectedByScan':
      return `${fileNamed(event.data.fileId, before)} was checked and refused`;
    case 'HistoryEntryRecorded':
      return `${who} recorded an entry about ${event.data.elementName}`;
    case 'ReferralMailSent':
      return 'The referral ID was mailed to the referrer';
    case 'ReferralMailWithheld':
      return 'No e-mail was sent: several went to the referrer’s address within the hour';
    case 'InternalNoteWritten':
      return 'The additional information of the order became an internal note';
    case 'AccountCreated':
      return `An account was created for ${event.data.firstName} ${event.data.lastName}`;
    case 'ViewSaved':
      return `${who} saved the view ${event.data.name}`;
    case 'ViewRemoved':
      return `${who} removed the view ${event.data.name}`;
    default:
      return unknownEvent(event);
  }
}

const fileNamed = (fileId: number, before: ReferralAsOf | null) =>
  before?.files.find((file) => file.fileId === fileId)?.fileName ?? 'A file';

/** The general form is not named: most orders come from it, and orders from before there were several forms do not say. */
function onForm({ data: { form = 'general' } }: ReferralSubmitted): string {
  return form === 'general' ? '' : ` on the form ${orderFormOf(form).name}`;
}

/** Says where the items came from: because they left, the next event may complete that task. */
function opened({ data: { task, itemIds } }: TaskOpened, who: string, before: ReferralAsOf | null): string {
  const moved = before?.items.filter(({ id }) => itemIds.includes(id)) ?? [];
  const from = [...new Set(moved.flatMap(({ currentTask }) => currentTask?.name ?? []))];
  if (from.length === 0) return `${who} opened ${task} for ${count(itemIds)}`;
  return `${who} opened ${task} with ${count(itemIds)} from ${from.join(' and ')}`;
}

function isEmpty(taskId: string, before: ReferralAsOf | null): boolean {
  return before !== null && !before.items.some(({ currentTask }) => currentTask?.id === taskId);
}

const count = ({ length }: readonly unknown[]) => (length === 1 ? '1 item' : `${length} items`);

function ownDetail(event: ReferralHistoryEvent): readonly FieldChange[] {
  switch (event.type) {
    case 'TaskOpened':
      return event.data.dueAt === null ? [] : [{ field: 'Due', from: null, to: dayInWords(dueDay(event.data.dueAt)) }];
    case 'ItemsStopped':
      return [{ field: 'Stopped reason', from: null, to: event.data.reason }];
    case 'HistoryEntryRecorded':
      return [{ field: event.data.elementName, from: null, to: event.data.changes }];
    case 'InternalNoteWritten':
      return [{ field: 'Internal note', from: null, to: event.data.text }];
    case 'FileRejectedByScan':
      return [{ field: 'Refused because', from: null, to: FILE_FAULTS[event.data.reason] }];
    case 'ReferralSubmitted':
    case 'BenefitOutcomeTold':
    case 'TrackingNumberAssigned':
    case 'ItemsMovedToTask':
    case 'TaskClaimed':
    case 'TaskReleased':
    case 'TaskAssigned':
    case 'TaskCompleted':
    case 'TaskFellDue':
    case 'ItemsCanceled':
    case 'SubmissionPdfGenerated':
    case 'ReferralMailSent':
    case 'ReferralMailWithheld':
    case 'FileUploaded':
    case 'FileAccepted':
      // The sentence holds all of the event's data.
      return [];
    default:
      return unknownEvent(event);
  }
}

function statusChange(event: ReferralHistoryEvent, before: ReferralAsOf | null): readonly FieldChange[] {
  const from = before?.status ?? null;
  const to = evolveReferral(before, event)?.status ?? null;
  return from === to ? [] : [{ field: 'Status', from, to }];
}
