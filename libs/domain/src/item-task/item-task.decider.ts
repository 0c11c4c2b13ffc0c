import type { Decider } from '../kernel/decider.js';
import { isRecertificationId } from '../kernel/terms.js';
import { CLAIM_VERBS, type ClaimCommand } from './acts/claim-task.js';
import { HOLD_VERBS, type HoldCommand } from './acts/hold-task.js';
import { OPEN_VERBS, type OpenCommand } from './acts/open-task.js';
import { OUTCOME_VERBS, type OutcomeCommand } from './acts/record-outcome.js';
import { STOP_VERBS, type StopCommand } from './acts/stop-items.js';
import { LISTED_STOP_VERBS, type StopListedItems } from './acts/stop-listed-items.js';
import { UNDO_VERBS, type UndoOutcome } from './acts/undo-outcome.js';
import { CORRECTED_ITEMS_VERBS, type CorrectedItemsCommand } from './acts/withdraw-items.js';
import type { Verbs } from './item-task-rules.js';
import type { ItemTaskEvent } from './item-task.events.js';
import { evolveItemTasks, type ItemTaskState, NO_TASKS } from './item-task.js';
import { RECERTIFICATION_VERBS, type RecertificationCommand } from './recertification.js';

export type ItemTaskCommand =
  | OpenCommand
  | ClaimCommand
  | HoldCommand
  | OutcomeCommand
  | UndoOutcome
  | StopCommand
  | StopListedItems
  | CorrectedItemsCommand
  | RecertificationCommand;

/** What each command does, as the files of its verbs say it. */
const VERBS: Verbs<ItemTaskCommand> = {
  ...OPEN_VERBS,
  ...CLAIM_VERBS,
  ...HOLD_VERBS,
  ...OUTCOME_VERBS,
  ...UNDO_VERBS,
  ...STOP_VERBS,
  ...LISTED_STOP_VERBS,
  ...CORRECTED_ITEMS_VERBS,
  ...RECERTIFICATION_VERBS,
};

const verbOf = ({ type }: ItemTaskCommand) =>
  VERBS[type] as Verbs<{ type: 'Any'; data: ItemTaskCommand['data'] }>['Any'];

/**
 * The work on one referral's items. Stream `itemTask-{referralId}`.
 *
 * Within one decision, items enter their next place before the task that they leave is completed, so that no reader of the log ever sees an
 * item without a place. No decision leaves a task open without items.
 */
export const itemTaskDecider: Decider<ItemTaskState, ItemTaskCommand, ItemTaskEvent> = {
  category: 'itemTask',
  initialState: NO_TASKS,
  evolve: evolveItemTasks,
  valuesOf: (state, command) => verbOf(command).valuesOf?.(state, command.data) ?? {},
  decide: (state, command) => verbOf(command).decide(state, command.data),
};

/** The work on one recertification. Stream `recertification-{id}`: consumers that follow referrals do not read it. */
export const recertificationDecider: typeof itemTaskDecider = { ...itemTaskDecider, category: 'recertification' };

/** The decider for the id of a referral or of a recertification. */
export const taskDeciderOf = (caseId: string) =>
  isRecertificationId(caseId) ? recertificationDecider : itemTaskDecider;
