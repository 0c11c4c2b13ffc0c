export * from './read-model-schema.js';
export * from './projections.js';
export * from './snapshot.js';
export {
  CheckpointMoved,
  cancelBuild,
  listProgress,
  moveCheckpoint,
  type ModelProgress,
  projectedPosition,
  readCheckpoint,
  resumeBuild,
} from './consumer/checkpoint.js';
export { type Batch, consume, type Consume } from './consumer/consume.js';
export * from './consumer/parked-stream.js';
export type { AnyProjection, FeedEntry, Projection } from './projecting/projection.js';
export { tableOf } from './projecting/projection.js';
export { type Applied, applyBatch } from './projecting/apply-batch.js';
export * from './projecting/build.js';
export * from './projecting/projected-position.js';
export * from './projecting/prepare.js';
export * from './projecting/retry-parked.js';
export * from './change-feed/change-feed.js';
export * from './referral-list/referral-list.query.js';
export * from './referral-detail/referral-detail.query.js';
export { getLimitedReferral } from './limited-referral/limited-referral.js';
export { findCheckedReferrals } from './member-referral/member-referral.js';
export { findOrders, type TrackedOrder } from './order-tracking/order-tracking.js';
export { listTaskOutcomes } from './task-outcome/task-outcome.js';
export { referralsWithin, suggestSearches, tasksUnder } from './search-word/search-word.js';
export * from './task-queue/task-queue.query.js';
export { summarizeTasks } from './task-queue/task-summary.query.js';
export * from './referral-history/referral-history.js';
export { readHeads } from './stream-head/stream-head.js';
export { findStoredFile, hasSubmissionPdf, listFiles, type StoredFile } from './referral-file/referral-file.js';
export { getSubmission } from './submission/submission.js';
export {
  type AccountFilter,
  findAccountByEmail,
  findAccountById,
  listAccounts,
  listAdmins,
  listCompanyAccounts,
} from './account/account.js';
export { listFailures, saveFailedJobs } from './failure/failure.js';
export { listAdminActs } from './admin-act/admin-act.js';
export { listSavedViews } from './saved-view/saved-view.js';
export { listInternalNotes } from './internal-note/internal-note.js';
export { listNotesOfReferral } from './note/note.query.js';
export {
  findNotificationToMail,
  type NotificationToMail,
  notificationsForDigest,
  peopleWithDigest,
  singlesToMail,
} from './notification/notification-mail.js';
export { listNotifications, notificationsAmong } from './notification/notification-reading.js';
export { listBanners } from './banner/banner.js';
export {
  findActiveCatalogue,
  findActiveVersionId,
  findCatalogueItems,
  listCatalogueVersions,
} from './catalogue-version/catalogue-version.js';
export { findInquiryAnswer, listInquiries } from './inquiry/inquiry.js';
export { findWithheld } from './ordering-group/ordering-group.js';
export { listNoteTemplates } from './note-template/note-template.js';
export { listNotes } from './note-list/note-list.query.js';
export { countUnread } from './note-reading/unread-notes.query.js';
export { countEligiblePatients, type ProgrammeCount } from './eligible-patient/eligible-patient.js';
export { listEligibilityImports } from './eligibility-import/eligibility-import.js';
export { getRecertification, listRecertifications } from './recertification/recertification.js';
