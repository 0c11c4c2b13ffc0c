export * from './envelope.js';
export * from './envelope.contract.js';
export * from './plain-words.js';
export * from './route/route.js';
export * from './route/request.js';
export * from './route/routes.js';
export * from './route/refusals.js';
export * from './referral-facts.js';
export {
  asWordStart,
  FOUND_NOWHERE,
  foldForSearch,
  isFoundIn,
  isWhole,
  isYou,
  searchMeanings,
  searchText,
  itemsInWords,
  searchTextOfTask,
  searchWords,
  typedWords,
} from './search-text.js';
export { CENTRAL_TIME, type Span } from './time-zone.js';
export { isWithin, type TypedTime, typedTime } from './typed-time.js';
export { isEmail, mailboxOf } from './email.js';
export * from './referral.contract.js';
export * from './correction.contract.js';
export * from './status-check.contract.js';
export * from './same-order.contract.js';
export * from './referral-detail.contract.js';
export * from './item-task.contract.js';
export * from './stopped-items.contract.js';
export * from './queue-query.contract.js';
export * from './recertification.contract.js';
export * from './recertification-detail.contract.js';
export * from './file-limits.js';
export * from './file.contract.js';
export * from './pdf-header.js';
export * from './catalogue.contract.js';
export { catalogueFileItem, catalogueFileOption, parseCatalogue } from './catalogue-file.js';
export * from './eligibility.contract.js';
export * from './eligibility-import.contract.js';
export * from './account.contract.js';
export * from './account-words.js';
export * from './manage-account.contract.js';
export * from './saved-view.contract.js';
export * from './list-address.js';
export * from './queue-filters.js';
export * from './console-pages.js';
export * from './history.contract.js';
export * from './note.contract.js';
export * from './note-words.js';
export * from './inquiry.contract.js';
export { hasUnshowableInLines, OTHER_LINE_ENDS, shown, unshowable, withoutUnshowable } from './typed-text.js';
export * from './password-rules.js';
export * from './sign-in.contract.js';
export * from './submission.contract.js';
export * from './live.contract.js';
export * from './live/topic-key.js';
export { type Following, LiveClient, type LiveSocket, type TopicState } from './live/live-client.js';
export { type Follower, type ReadAfresh } from './live/screen.js';
export { changesAfter, type TopicLog } from './live/topic-log.js';
export { dayOfBirth, latestDayOfBirth, reasonBody } from './order/fields.js';
export { schemaClock } from './schema-clock.js';
export * from './order/form-facts.js';
export * from './order/order-line.js';
export * from './order/order.contract.js';
export * from './order/sections.js';
export * from './order/choices.js';
export * from './order/zip-areas.js';
