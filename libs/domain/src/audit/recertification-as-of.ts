import { DomainError } from '../kernel/decider.js';
import type { EvidenceEvent } from '../evidence/evidence.js';
import type { FileEvent } from '../file/file.events.js';
import { recertificationDecider } from '../item-task/item-task.decider.js';
import type { ItemTaskEvent } from '../item-task/item-task.events.js';
import type { ItemTaskState } from '../item-task/item-task.js';
import {
  evolveRecertifiedFacts,
  type RecertificationFacts,
  type RecertificationOpened,
} from '../item-task/recertification.events.js';
import { RECERTIFIED_ITEM_ID } from '../item-task/recertification.js';
import type { CurrentTask } from '../item-task/catalogue/steppers.js';
import type { InternalNoteEvent } from '../note/note.events.js';
import { evolveFiles, type FileAsOf } from './files-as-of.js';
import { evolveProgress, type Progress } from './progress.js';

/** Everything that happens to a recertification, whichever stream it is in. */
export type RecertificationHistoryEvent = ItemTaskEvent | FileEvent | InternalNoteEvent | EvidenceEvent;

/** A recertification after its events up to some moment. JSON. */
export interface RecertificationAsOf extends RecertificationFacts, Progress {
  readonly openedAt: string;
  readonly items: readonly [RecertifiedSupply];
  readonly files: readonly FileAsOf[];
  /** How many corrections there were. Absent: none. */
  readonly corrections?: number;
}

export interface RecertifiedSupply {
  readonly id: number;
  /** The name of the supply, where tasks list their items. */
  readonly item: string;
  /** Null until the first task is opened, with the recertification. A completed date: certified or, from 'Stopped', closed. */
  readonly currentTask: CurrentTask | null;
  readonly stoppedReason: string | null;
  /** Absent: it is not stopped, or was folded by release 2.3.1 or before. */
  readonly stoppedAt?: string;
}

export const recertifiedItem = (itemCategory: string): string => `Recertification of ${itemCategory}`;

/** Applies one event. Before it was opened there is no recertification. */
export function evolveRecertification(
  before: RecertificationAsOf | null,
  event: RecertificationHistoryEvent,
): RecertificationAsOf | null {
  if (event.type === 'RecertificationOpened') return opened(event);
  return before && evolve(before, event);
}

function opened({ data }: RecertificationOpened): RecertificationAsOf {
  const item = recertifiedItem(data.itemCategory);
  const supply = { id: RECERTIFIED_ITEM_ID, item, currentTask: null, stoppedReason: null };
  return { ...data, items: [supply], tasks: [], files: [] };
}

function evolve(
  before: RecertificationAsOf,
  event: Exclude<RecertificationHistoryEvent, RecertificationOpened>,
): RecertificationAsOf {
  switch (event.type) {
    case 'SubmissionPdfGenerated':
    case 'FileUploaded':
    case 'FileTypeChanged':
    case 'FileAccepted':
    case 'FileRejectedByScan':
      return { ...before, files: evolveFiles(before.files, event) };
    case 'RecertifiedMemberCorrected':
    case 'CertifyingPhysicianCorrected':
    case 'CertificationCorrected': {
      const corrected = evolveRecertifiedFacts(before, event);
      const [supply] = before.items;
      const items = [{ ...supply, item: recertifiedItem(corrected.itemCategory) }] as const;
      return { ...corrected, items, corrections: (before.corrections ?? 0) + 1 };
    }
    case 'InternalNoteWritten':
    case 'InternalNoteTextEdited':
    case 'InternalNoteDeleted':
    case 'InternalNotesRead':
    case 'InternalNotesMarkedUnread':
    case 'EvidenceRequested':
    case 'EvidenceExported':
    case 'EvidenceExportFailed':
    case 'EvidenceExportCanceled':
    case 'EvidenceRemoved':
      // The event belongs to the case, but changes nothing of what is folded here.
      return before;
    default:
      return evolveProgress(before, event);
  }
}

export const RECERTIFICATION_STATUSES = ['open', 'certified', 'stopped'] as const;
export type RecertificationStatus = (typeof RECERTIFICATION_STATUSES)[number];

/** `certified` and `stopped`: no task is open. */
export function recertificationStatus({ items: [{ currentTask }] }: RecertificationAsOf): RecertificationStatus {
  if (currentTask?.name === 'Stopped') return 'stopped';
  return currentTask?.completedDate == null ? 'open' : 'certified';
}

/** How many recertifications of one category may be open for one referral at the same time. */
export const MAX_OPEN_RENEWALS = 20;

/**
 * The decider of a recertification of a referral. A supply is recertified once at a time, unless the person knows of the others that are
 * open and names them in `besides`. It therefore rejects with `recertification/already-open` every command that would open a supply which
 * one of the `others` of the referral has open: opening one, changing the category, taking up what was stopped, and undoing an outcome that
 * ended it.
 */
export const recertificationDeciderAmong = (
  others: readonly RecertificationAsOf[],
  besides: readonly string[] = [],
): typeof recertificationDecider => ({
  ...recertificationDecider,
  decide: (state, command) => {
    const events = recertificationDecider.decide(state, command);
    const category = openCategory(events.reduce(recertificationDecider.evolve, state));
    if (category !== null && category !== openCategory(state)) requireRenewable(category, others, besides);
    return events;
  },
});

/** The category of the recertification; null while it is not open. */
const openCategory = ({ items, recertification }: ItemTaskState): string | null =>
  recertification && items.some(({ status }) => status === 'in-task') ? recertification.facts.itemCategory : null;

function requireRenewable(category: string, others: readonly RecertificationAsOf[], besides: readonly string[]): void {
  const open = others.filter((other) => other.itemCategory === category && recertificationStatus(other) === 'open');
  const unknown = open.find(({ referralId }) => !besides.includes(referralId));
  const message =
    open.length >= MAX_OPEN_RENEWALS
      ? `${MAX_OPEN_RENEWALS} recertifications of ${category} of this referral are open, and there cannot be more. Stop one of them first.`
      : unknown && `The recertification ${unknown.referralId} of ${category} of this referral is still open.`;
  if (message !== undefined) throw new DomainError('recertification/already-open', message);
}
