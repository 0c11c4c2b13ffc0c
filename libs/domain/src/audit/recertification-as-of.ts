import { DomainError } from '../kernel/decider.js';
import type { FileEvent } from '../file/file.events.js';
import type { ItemTaskEvent } from '../item-task/item-task.events.js';
import {
  evolveRecertifiedFacts,
  type RecertificationFacts,
  type RecertificationOpened,
} from '../item-task/recertification.events.js';
import { type OpenRecertification, RECERTIFIED_ITEM_ID } from '../item-task/recertification.js';
import type { CurrentTask } from '../item-task/steppers.js';
import type { InternalNoteEvent } from '../note/note.events.js';
import { evolveFiles, type FileAsOf } from './files-as-of.js';
import { evolveProgress, type Progress } from './progress.js';

/** Everything that happens to a recertification, whichever stream it is in. */
export type RecertificationHistoryEvent = ItemTaskEvent | FileEvent | InternalNoteEvent;

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
  /** What it is called among the items of tasks. */
  readonly item: string;
  /** Null until the first task is opened, with the recertification. A completed date: certified or, from 'Stopped', closed. */
  readonly currentTask: CurrentTask | null;
  readonly stoppedReason: string | null;
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
      // Beside the recertification: it is the same before and after.
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

/**
 * A supply of a referral is recertified once at a time, unless the person knows of the open recertification and opens another one `besides` it.
 * Rejects with `recertification/already-open`.
 */
export function requireRenewable(
  earlier: RecertificationAsOf,
  { facts, besides }: { readonly facts: OpenRecertification['data']['facts']; readonly besides: readonly string[] },
): void {
  const { referralId, itemCategory } = earlier;
  if (itemCategory !== facts.itemCategory || recertificationStatus(earlier) !== 'open') return;
  if (besides.includes(referralId)) return;
  const message = `The recertification ${referralId} of ${itemCategory} of this referral is still open.`;
  throw new DomainError('recertification/already-open', message);
}
