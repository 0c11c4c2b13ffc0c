export * from './kernel/index.js';
export * from './kernel/central-time.js';
export { replaceCentralTimes } from './kernel/central-times.js';
export * from './kernel/page-paths.js';
export * from './kernel/terms.js';
export { excerptOf, MAX_EXCERPT_LETTERS, shortened } from './kernel/shortened.js';
export { LIST_ID, type ManagedCommand, type ManagedDecider, type ManagedState } from './kernel/managed-list.js';
export { type ManagedNoun, wordsApart } from './kernel/managed-noun.js';
export type { FieldChange } from './kernel/words.js';
export {
  byWhom,
  type Change,
  changedSinceAnswer,
  changedTheSame,
  changedThis,
  doneAndChangedSince,
  doneAndUndone,
  type FieldValue,
  type DescribedChange,
  valueInWords,
  NOTHING_DONE_NOW,
} from './kernel/changes-in-words.js';
export { Forestalled, type ItemName, itemNumber, DoneAlready, namesAPerson, PassedOver } from './kernel/forestalled.js';
export { ChangedMeanwhile, type Collision, isSame, merged, seenFresh, type Unseen } from './kernel/meanwhile.js';

export * from './referral/order/order.js';
export * from './referral/order/item-name.js';
export * from './referral/order/order-facts.js';
export * from './referral/order/plans.js';
export * from './referral/order/order-form-heads.js';
export * from './referral/order/order-forms.js';
export * from './referral/correction/correct-referral.js';
export * from './referral/correction/corrected-order.js';
export * from './referral/correction/correction.events.js';
export * from './referral/order/npi.js';
export * from './carrier/known-carriers.js';
export * from './referral/catalogue-words.js';
export * from './referral/order/order-rules.js';
export * from './referral/referral-id.js';
export * from './referral/referral.commands.js';
export * from './referral/referral.events.js';
export { referralDecider } from './referral/referral.decider.js';

export * from './item-task/catalogue/due-day.js';
export * from './item-task/item-task.events.js';
export * from './item-task/recertification.events.js';
export * from './item-task/item-task.js';
export type { Moment } from './item-task/item-task-rules.js';
export type { AssignTask } from './item-task/acts/claim-task.js';
export * from './item-task/item-task.decider.js';
export type { FireDueDay, OpenFirstTask, OpenTask } from './item-task/acts/open-task.js';
export { type EndHold, LONGEST_HOLD_DAYS, type PutTaskOnHold, type ResumeTask } from './item-task/acts/hold-task.js';
export {
  type CorrectRecertification,
  type OpenRecertification,
  RECERTIFIED_ITEM_ID,
  renewalIdOf,
} from './item-task/recertification.js';
export type { MoveItems, RecordOutcome } from './item-task/acts/record-outcome.js';
export { UNDO_WINDOW_MINUTES, type UndoOutcome } from './item-task/acts/undo-outcome.js';
export type { CancelItems, StopItems, TurnDownItems, UnstopItems } from './item-task/acts/stop-items.js';
export type { StopListedItems } from './item-task/acts/stop-listed-items.js';
export * from './item-task/catalogue/steppers.js';
export { referralDeciderWith } from './policies/only-shipped-items-in-parcels.policy.js';
export * from './item-task/catalogue/status-steps.js';
export * from './item-task/catalogue/task-catalogue.js';
export * from './item-task/catalogue/task-outcomes.js';
export type { EnterItems, WithdrawItems } from './item-task/acts/withdraw-items.js';

export * from './file/file.decider.js';
export * from './file/file.events.js';
export * from './history/history.js';
export * from './evidence/evidence.js';

export * from './referral-mail/referral-mail.js';
export * from './inquiry/inquiry.decider.js';
export * from './inquiry/inquiry.events.js';
export * from './note/internal-note.decider.js';
export * from './note/note.decider.js';
export * from './note/note.events.js';
export * from './note/note-readers.js';
export * from './note/note-rules.js';
export * from './note/note-text.js';
export * from './note/note-vocabulary.js';
export * from './notification/notification.decider.js';
export * from './notification/notification.events.js';
export * from './notification/notifications.js';
export * from './notification/notification-mail.js';
export * from './notification/mail-timing.js';
export * from './eligibility/eligibility.decider.js';
export * from './eligibility/eligibility.events.js';
export * from './eligibility/eligibility.js';

export * from './eligibility-import/eligibility-import.commands.js';
export * from './eligibility-import/eligibility-import.events.js';
export {
  eligibilityImportDecider,
  type EligibilityImportState,
} from './eligibility-import/eligibility-import.decider.js';

export * from './account/access.js';
export * from './account/account.js';
export * from './account/dismissed-file.js';
export * from './account/account.decider.js';
export * from './account/account.events.js';
export * from './account/manage-account.js';
export * from './account/notification-settings.js';
export * from './account/registration.js';
export * from './account/saved-view.js';

export * from './catalogue/catalogue.js';
export * from './catalogue/catalogue-difference.js';
export * from './catalogue/catalogue.decider.js';
export * from './catalogue/catalogue.events.js';
export * from './company/companies.js';

export * from './policies/hand-on-tasks-when-person-left.policy.js';
export * from './policies/note-additional-information-when-referral-submitted.policy.js';
export * from './policies/open-first-task-when-referral-submitted.policy.js';
export * from './policies/place-items-when-order-corrected.policy.js';
export * from './policies/one-order-per-benefit.policy.js';

export * from './administration.js';
export {
  type AdminEvent,
  type DescribedEvent,
  ACT_KINDS,
  EVENT_TYPES,
  EVENT_WORDS,
  OWN_SETTINGS,
  FILE_CATEGORIES,
  isKnownEvent,
  storageNameIn,
} from './events.js';

export * from './audit/case-facts.js';
export * from './audit/corrected-facts.js';
export * from './audit/describe-event.js';
export { type CaseAsOf, type EventCircumstances, evolveCase, isReferral } from './audit/event-circumstances.js';
export type { FileAsOf } from './audit/files-as-of.js';
export * from './audit/progress.js';
export * from './audit/recertification-as-of.js';
export * from './audit/recertification-facts.js';
export * from './audit/referral-as-of.js';
export * from './audit/replay.js';
export * from './audit/timeline.js';
