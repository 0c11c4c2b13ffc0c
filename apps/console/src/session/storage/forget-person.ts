import { LANGUAGE_KEY } from '../../language/language.js';
import { browserNow } from '../../api/server-time.js';

/** Prefix of every key that the console stores. Personal ones are removed at Log Out. */
const KEY_PREFIX = 'throughline.';
/** When a person last logged out in this browser, in ms. Other open tabs learn of it from the storage event of this key. */
export const LOGGED_OUT_AT = 'throughline.logged-out-at';
const RAN_OUT_AT = 'throughline.ran-out-at';
const TAKEN_OVER_AT = 'throughline.taken-over-at';
/** Whether this browser shows notifications while the page is hidden. */
export const BROWSER_NOTIFICATIONS = 'throughline.browser-notifications';
/** The kind of second factor that was last chosen in this browser. */
export const FACTOR_CHOICE = 'throughline.factor';
/** The id of the person whose choice of a language could not be recorded. Kept at Log Out, for their next sign-in. */
export const UNRECORDED_LANGUAGE = 'throughline.unrecorded-language';
/** Settings of the browser, which are kept at Log Out. */
const IMPERSONAL = [
  'throughline.scheme',
  'throughline.order-banner-dismissed',
  BROWSER_NOTIFICATIONS,
  FACTOR_CHOICE,
  LANGUAGE_KEY,
  UNRECORDED_LANGUAGE,
];

/** Removes what this browser stores of a person who logs out, and records the time for other tabs (`loggedOutSince`). `now` in ms. */
export function forgetPerson(storage: Storage, now: number): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  for (const key of keys) {
    if (key.startsWith(KEY_PREFIX) && !IMPERSONAL.includes(key)) storage.removeItem(key);
  }
  storage.setItem(LOGGED_OUT_AT, String(now));
}

/** A recorded time that is further ahead than this is from before the clock was set back. */
const AHEAD_MS = 60_000;

/**
 * A recorded time in ms; -1 if there is none, or if it is in the future of the present clock: it is over, and would seem to be later than
 * everything that follows.
 */
function notedAt(storage: Storage, key: string): number {
  const at = Number(storage.getItem(key) ?? -1);
  return at > browserNow() + AHEAD_MS ? -1 : at;
}

/** The last Log Out that this tab knows of, in ms; -1 if there was none. A Log Out of another tab is known a moment later. */
export const lastLogOut = (storage: Storage): number => notedAt(storage, LOGGED_OUT_AT);

/** Whether a person has logged out in this browser, in any tab, at or after this time (ms). */
export const loggedOutSince = (storage: Storage, moment: number): boolean => lastLogOut(storage) >= moment;

/** Records that a session ended without an answer to Session Expiring. Drafts stay; open pages stop showing personal data. `now` in ms. */
export const closePages = (storage: Storage, now: number): void => storage.setItem(RAN_OUT_AT, String(now));

/** Records that the browser's session at the provider belongs to another person. `now` in ms. */
export const noteTakeOver = (storage: Storage, now: number): void => storage.setItem(TAKEN_OVER_AT, String(now));

/** Removes what this tab stores of a person who has logged out in another tab, if that has not been done yet. */
export function forgetInThisTab(shared: Storage, ofTab: Storage): void {
  const loggedOutAt = lastLogOut(shared);
  if (loggedOutAt > lastLogOut(ofTab)) forgetPerson(ofTab, loggedOutAt);
}

/** Whether that was recorded, in any tab, at or after this time (ms). */
export const takenOverSince = (storage: Storage, moment: number): boolean => notedAt(storage, TAKEN_OVER_AT) >= moment;

/**
 * Whether the session of this time (ms) was ended by a Log Out or because nobody answered. Otherwise it was lost, perhaps while a person
 * was typing.
 */
export const closedSince = (storage: Storage, moment: number): boolean =>
  loggedOutSince(storage, moment) || notedAt(storage, RAN_OUT_AT) >= moment;
