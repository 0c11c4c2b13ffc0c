import { actProjection } from './act/act.projection.js';
import { adminActProjection } from './admin-act/admin-act.js';
import { accountProjection } from './account/account.js';
import { bannerProjection } from './banner/banner.js';
import { catalogueVersionProjection } from './catalogue-version/catalogue-version.js';
import { inquiryProjection } from './inquiry/inquiry.js';
import { internalNoteProjection } from './internal-note/internal-note.js';
import { noteProjection } from './note/note.js';
import { notificationProjection } from './notification/notification.js';
import { notificationMailProjection } from './notification/notification-mail.js';
import { notificationReadingProjection } from './notification/notification-reading.js';
import { failureActProjection } from './failure/failure.js';
import { noteListProjection } from './note-list/note-list.projection.js';
import { internalNoteReadingProjection, noteReadingProjection } from './note-reading/note-reading.js';
import { eligibilityImportProjection } from './eligibility-import/eligibility-import.js';
import { evidenceExportProjection } from './evidence-export/evidence-export.js';
import { eligiblePatientProjection } from './eligible-patient/eligible-patient.js';
import { limitedReferralProjection } from './limited-referral/limited-referral.js';
import { projectedPosition } from './consumer/checkpoint.js';
import { type AnyProjection, viewOf } from './projecting/projection.js';
import { recertificationProjection } from './recertification/recertification.js';
import { memberReferralProjection } from './member-referral/member-referral.js';
import { referralDetailProjection } from './referral-detail/referral-detail.projection.js';
import { referralFileProjection } from './referral-file/referral-file.js';
import { referralListProjection } from './referral-list/referral-list.projection.js';
import { registrationProjection } from './registration/registration.js';
import { savedViewProjection } from './saved-view/saved-view.js';
import { searchWordProjection } from './search-word/search-word.js';
import { sentMailProjection } from './sent-mail/sent-mail.js';
import { stateProjections } from './state/state.js';
import { submissionProjection } from './submission/submission.js';
import { orderTrackingProjection } from './order-tracking/order-tracking.js';
import { taskOutcomeProjection } from './task-outcome/task-outcome.js';
import { taskQueueProjection } from './task-queue/task-queue.projection.js';
import { type Kysely, sql } from 'kysely';
import type { ReadModelSchema } from './read-model-schema.js';

/**
 * Every read model of this release. For a new version of one, put its new projection beside the old one: the old one stays live until the
 * new one is built. The next release has only the new one (decision 0121).
 */
export const projections: readonly AnyProjection[] = [
  accountProjection,
  referralListProjection,
  referralDetailProjection,
  limitedReferralProjection,
  memberReferralProjection,
  taskQueueProjection,
  taskOutcomeProjection,
  orderTrackingProjection,
  referralFileProjection,
  submissionProjection,
  savedViewProjection,
  sentMailProjection,
  searchWordProjection,
  internalNoteProjection,
  noteProjection,
  noteListProjection,
  noteReadingProjection,
  notificationProjection,
  notificationMailProjection,
  notificationReadingProjection,
  internalNoteReadingProjection,
  eligiblePatientProjection,
  eligibilityImportProjection,
  evidenceExportProjection,
  recertificationProjection,
  inquiryProjection,
  bannerProjection,
  registrationProjection,
  adminActProjection,
  actProjection,
  failureActProjection,
  catalogueVersionProjection,
  ...stateProjections,
];

// The queries that the apps use.
export * from './referral-list/referral-list.query.js';
export * from './referral-detail/referral-detail.query.js';
export { getLimitedReferral } from './limited-referral/limited-referral.js';
export { findCheckedReferrals, findOrdersSentBefore } from './member-referral/member-referral.js';
export { listReferralsOfMember, withNamesakes } from './member-referral/referrals-of-member.js';
export { findOrders, type TrackedOrder } from './order-tracking/order-tracking.js';
export { listTaskOutcomes } from './task-outcome/task-outcome.js';
export { referralsWithin, type SuggestedSearch, suggestSearches, tasksUnder } from './search-word/search-word.js';
export * from './task-queue/task-queue.query.js';
export { summarizeTasks } from './task-queue/task-summary.query.js';
export * from './referral-history/referral-history.js';
export { foldCase, type PastCase, readPastCase } from './as-of/case-as-of.js';
export { signOfOtherLog } from './stream-head/other-log.js';
export { allHeads, readHeads } from './stream-head/stream-head.js';
export { hasSubmissionPdf, isFileShown, listFiles } from './referral-file/referral-file.js';
export { getSubmission } from './submission/submission.js';
export {
  findAccountByEmail,
  countEnrolled,
  findAccountById,
  findAccountNames,
  findProjectedAccount,
  findUnknownAccounts,
  listAdmins,
  listCompanyAccounts,
} from './account/account.js';
export { type AccountFilter, listAccounts } from './account/list-accounts.js';
export { listFailures, saveFailedJobs } from './failure/failure.js';
export { type AccessLogTable, type AccessOutcome, OPERATING_SYSTEM, OPERATOR } from './access-log/access-log.js';
export { findCasesBeside, findCasesOfMember, type SoughtMember } from './access-log/cases-of-member.js';
export { ACCESS_LOG_TABLES } from './access-log/access-log-tables.js';
export { placesOfViewings } from './access-log/case-viewings.js';
export { positionOfViewing, readViewingsAt, type StoredViewing, viewingLog } from './access-log/viewing-log.js';
export { listAllViewings, listScreens } from './access-log/viewing-search.js';
export { countViewings, listViewers, listViewings, placeIn, type ViewedCase } from './access-log/viewing.js';
export { type AuditFilter, listActs } from './act/act.query.js';
export { listCauses, listFollowing } from './act/causes.query.js';
export { listAdminActs } from './admin-act/admin-act.js';
export { listSavedViews } from './saved-view/saved-view.js';
export { listInternalNotes } from './internal-note/internal-note.js';
export { listNotesOfReferral } from './note/note.query.js';
export {
  findNotificationToMail,
  notesToMailWith,
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
export { readStateOf, readStatesOf, requireReadAsState } from './state/state.js';
export { listNotes } from './note-list/note-list.query.js';
export { countUnread } from './note-reading/unread-notes.query.js';
export { countEligiblePatients, type ProgrammeCount } from './eligible-patient/eligible-patient.js';
export { listEligibilityImports } from './eligibility-import/eligibility-import.js';
export { listEvidenceExports } from './evidence-export/evidence-export.js';
export { getRecertification, listRecertifications } from './recertification/recertification.js';

/**
 * Whether the read models have projected everything up to `position`. False also until a projector has built all read models of this
 * release.
 */
export async function readModelsReach(db: Kysely<ReadModelSchema>, position: number): Promise<boolean> {
  const views = projections.map(({ name }) => viewOf(name));
  const { rows } = await sql<{ made: boolean }>`
    select bool_and(to_regclass(name) is not null) as made from unnest(${views}::text[]) as view (name)`.execute(db);
  return rows[0]?.made === true && ((await projectedPosition(db)) ?? -1) >= position;
}
