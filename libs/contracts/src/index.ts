export * from './envelope.js';
export * from './envelope.contract.js';
export * from './search/plain-words.js';
export * from './route/route.js';
export * from './route/request.js';
export * from './route/routes.js';
export * from './route/refusals.js';
export * from './referral/referral-facts.js';
export {
  asWordStart,
  FOUND_NOWHERE,
  foldForSearch,
  isFoundIn,
  isWhole,
  isYou,
  partOfWhole,
  searchMeanings,
  searchText,
  itemsInBrief,
  itemsInWords,
  searchTextOfTask,
  searchWords,
  typedWords,
} from './search/search-text.js';
export { type Span, spanOfDay } from './search/time-zone.js';
export { isWithin, type TypedTime, typedTime } from './search/typed-time.js';
export { isEmail, mailboxOf } from './email.js';
export * from './referral/referral.contract.js';
export * from './referral/correction.contract.js';
export * from './referral/status-check.contract.js';
export * from './referral/same-order.contract.js';
export * from './referral/referral-detail.contract.js';
export * from './item-task/item-task.contract.js';
export * from './item-task/task-queue.contract.js';
export * from './item-task/stopped-items.contract.js';
export * from './item-task/queue-query.contract.js';
export * from './item-task/recertification.contract.js';
export * from './item-task/recertification-detail.contract.js';
export * from './file/file-limits.js';
export * from './file/file.contract.js';
export * from './file/pdf-header.js';
export * from './catalogue/catalogue.contract.js';
export { catalogueFileItem, catalogueFileOption, parseCatalogue } from './catalogue/catalogue-file.js';
export * from './eligibility/eligibility.contract.js';
export * from './eligibility/eligibility-import.contract.js';
export * from './account/account.contract.js';
export * from './account/account-words.js';
export * from './account/manage-account.contract.js';
export * from './account/saved-view.contract.js';
export * from './search/list-address.js';
export * from './item-task/queue-filters.js';
export * from './console-pages.js';
export * from './history/as-of.contract.js';
export * from './history/reads-as-of.js';
export * from './history/history.contract.js';
export * from './history/audit.contract.js';
export * from './history/evidence.contract.js';
export * from './note/note.contract.js';
export * from './note/note-words.js';
export * from './inquiry/inquiry.contract.js';
export { hasUnshowableInLines, OTHER_LINE_ENDS, shown, unshowable, withoutUnshowable } from './search/typed-text.js';
export * from './account/password-rules.js';
export * from './account/sign-in.contract.js';
export * from './referral/submission.contract.js';
export * from './live.contract.js';
export * from './live/topic-key.js';
export { type Following, LiveClient, type LiveSocket, type TopicState } from './live/live-client.js';
export { type Follower, type ReadAfresh } from './live/screen.js';
export { changesAfter, type TopicLog } from './live/topic-log.js';
export { dayOfBirth, latestDayOfBirth, reasonBody } from './order/fields.js';
export { schemaClock } from './schema-clock.js';
export * from './order/form-facts.js';
export * from './order/typed-values.js';
export * from './order/order-line.js';
export * from './order/order.contract.js';
export * from './order/sections.js';
export * from './order/choices.js';
export * from './order/zip-areas.js';
