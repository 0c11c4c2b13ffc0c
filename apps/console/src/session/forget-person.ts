/** Everything that the console keeps begins with this; what is personal goes when somebody logs out. */
const OURS = 'throughline.';
const LOGGED_OUT_AT = 'throughline.logged-out-at';
const RAN_OUT_AT = 'throughline.ran-out-at';
/** Settings of the browser, not of the person. */
const IMPERSONAL = ['throughline.scheme', 'throughline.order-banner-dismissed'];

/** Somebody logs out: what this browser keeps of them goes, and pages that were open before can tell (`loggedOutSince`). `now` in ms. */
export function forgetPerson(storage: Storage, now: number): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  for (const key of keys) {
    if (key.startsWith(OURS) && !IMPERSONAL.includes(key)) storage.removeItem(key);
  }
  storage.setItem(LOGGED_OUT_AT, String(now));
}

/** Did somebody log out in this browser, in whichever tab, at this moment (ms) or after it? */
export const loggedOutSince = (storage: Storage, moment: number): boolean =>
  Number(storage.getItem(LOGGED_OUT_AT) ?? -1) >= moment;

/** Nobody answered any more: what this browser keeps stays for who signs in again, and pages that were open show nothing of them. `now` in ms. */
export const closePages = (storage: Storage, now: number): void => storage.setItem(RAN_OUT_AT, String(now));

/**
 * Was a session that was there at this moment (ms) closed on purpose since: by a Log Out, or as nobody answered? Otherwise it was lost,
 * with somebody at the keyboard perhaps.
 */
export const closedSince = (storage: Storage, moment: number): boolean =>
  loggedOutSince(storage, moment) || Number(storage.getItem(RAN_OUT_AT) ?? -1) >= moment;
