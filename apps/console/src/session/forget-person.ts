/** Everything that the console keeps begins with this; what is personal goes when somebody logs out. */
const OURS = 'throughline.';
const LOGGED_OUT_AT = 'throughline.logged-out-at';
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
