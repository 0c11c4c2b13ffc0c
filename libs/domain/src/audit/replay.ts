import type { ItemsCanceled, ItemsStopped, ItemsUnstopped } from '../item-task/item-task.events.js';
import { statusOf } from '../item-task/catalogue/steppers.js';
import { outcomeLabel } from '../item-task/catalogue/task-outcomes.js';
import { unknownEvent } from '../kernel/decider.js';
import { evolveOrder } from '../referral/correction/corrected-order.js';
import { isCorrection } from '../referral/correction/correction.events.js';
import type { OrderedItem } from '../referral/order/order.js';
import type { ReferralSubmitted } from '../referral/referral.events.js';
import { evolveFiles } from './files-as-of.js';
import { evolveProgress } from './progress.js';
import type { HistoryEntryAsOf, ItemAsOf, ReferralAsOf, ReferralHistoryEvent } from './referral-as-of.js';

/** A referral as it was after these of its events, in the order of the log; null before its submission. */
export function replay(events: Iterable<ReferralHistoryEvent>): ReferralAsOf | null {
  let referral: ReferralAsOf | null = null;
  for (const event of events) referral = evolveReferral(referral, event);
  return referral;
}

/** Applies one event. Before its submission there is no referral. */
export function evolveReferral(referral: ReferralAsOf | null, event: ReferralHistoryEvent): ReferralAsOf | null {
  if (event.type === 'ReferralSubmitted') return submitted(event);
  if (referral === null) return null;
  const evolved = evolve(referral, event);
  return evolved.items === referral.items ? evolved : { ...evolved, status: statusOf(evolved.items) };
}

function submitted({ data: { referralId, order, companyId, submittedAt } }: ReferralSubmitted): ReferralAsOf {
  const { items: ordered, ...rest } = order;
  const items = ordered.map(beforeItsTasks);
  const nothingYet = { tasks: [], files: [], tracking: [], history: [] };
  return { referralId, submittedAt, companyId, order: rest, items, status: statusOf(items), ...nothingYet };
}

const beforeItsTasks = (item: OrderedItem): ItemAsOf => ({
  ...item,
  currentTask: null,
  lastTask: null,
  stoppedReason: null,
});

function evolve(referral: ReferralAsOf, event: Exclude<ReferralHistoryEvent, ReferralSubmitted>): ReferralAsOf {
  switch (event.type) {
    case 'TrackingNumberAssigned': {
      const { itemIds, carrier, number } = event.data;
      return { ...referral, tracking: [...referral.tracking, { itemIds, carrier, number }] };
    }
    case 'SubmissionPdfGenerated':
    case 'FileUploaded':
    case 'FileTypeChanged':
    case 'FileAccepted':
    case 'FileRejectedByScan':
      return { ...referral, files: evolveFiles(referral.files, event) };
    case 'HistoryEntryRecorded': {
      const { referralId: _, ...entry } = event.data;
      return { ...referral, history: [...referral.history, entry] };
    }
    case 'ContactAttempted': {
      const { outcomeId, party, number, task, outcome, recordedAt: at } = event.data;
      const attempt = { outcomeId, party, number, outcome: outcomeLabel(task, outcome), at };
      return { ...referral, contactAttempts: [...(referral.contactAttempts ?? []), attempt] };
    }
    case 'OutcomeUndone': {
      const { contactAttempts, ...progress } = evolveProgress(referral, event);
      const remaining = contactAttempts?.filter(({ outcomeId }) => outcomeId !== event.data.outcomeId);
      return { ...progress, ...(remaining && { contactAttempts: remaining }) };
    }
    case 'ItemsStopped':
    case 'ItemsUnstopped':
    case 'ItemsCanceled':
      return { ...evolveProgress(referral, event), history: [...referral.history, entryAbout(event)] };
    case 'ReferralMailSent':
    case 'ReferralMailWithheld':
    case 'NoteWritten':
    case 'NoteTextEdited':
    case 'NotesRead':
    case 'NotesMarkedUnread':
    case 'NoteActionDone':
    case 'NoteActionRequested':
    case 'InternalNoteWritten':
    case 'InternalNoteTextEdited':
    case 'InternalNoteDeleted':
    case 'InternalNotesRead':
    case 'InternalNotesMarkedUnread':
    case 'BenefitOutcomeTold':
    case 'EvidenceRequested':
    case 'EvidenceExported':
    case 'EvidenceExportFailed':
    case 'EvidenceExportCanceled':
    case 'EvidenceRemoved':
      // The event belongs to the case, but changes nothing of what is folded here.
      return referral;
    default:
      if (isCorrection(event)) return evolveOrder<ItemAsOf, ReferralAsOf>(referral, event, beforeItsTasks);
      return evolveProgress(referral, event);
  }
}

/**
 * The history entry that the specification wants for stopped items (ordering, section 4), and likewise for canceled ones and those that are
 * worked on again. It is derived from the events of the tasks, and not stored beside them. Only the staff read why items are worked on
 * again.
 */
function entryAbout(event: ItemsStopped | ItemsUnstopped | ItemsCanceled): HistoryEntryAsOf {
  const elementKey = event.data.itemIds.join(',');
  switch (event.type) {
    case 'ItemsStopped':
      return { elementName: 'stop items', elementKey, changes: event.data.reason, dateTime: event.data.stoppedAt };
    case 'ItemsUnstopped':
      return { elementName: 'unstop items', elementKey, changes: 'Worked on again', dateTime: event.data.unstoppedAt };
    case 'ItemsCanceled':
      return { elementName: 'cancel items', elementKey, changes: 'Canceled', dateTime: event.data.canceledAt };
    default:
      return unknownEvent(event);
  }
}
