import { tabStorage } from '../../session/storage/browser-storage.js';
import { browserNow } from '../../api/server-time.js';

const RELOADED_AT = 'throughline.reloaded-at';
/** A reload within this time after another one would not help. */
const RELOAD_INTERVAL_MS = 60_000;

const missing = new WeakSet<object>();

/** Marks errors of code that could not be loaded, which browsers word differently. Call it once, at the start. */
export function watchMissingCode(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => missing.add(payload));
}

export const isMissingCode = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && missing.has(error);

/** Reloads a tab that was opened before a new version was installed, and now requests files that are gone. */
export async function reloadOnce(): Promise<void> {
  // A time in the future was noted before the clock was set back.
  if (Math.abs(browserNow() - Number(tabStorage.getItem(RELOADED_AT) ?? 0)) < RELOAD_INTERVAL_MS) return;
  await reloadWhenReachable();
}

/** Reloads only if there is a connection. Without one the browser would show its own error page. */
export async function reloadWhenReachable(): Promise<void> {
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } }).catch(() => null);
  // For a page that does not exist, the console answers 404 with its own page, so that counts as reachable.
  if (!answer || answer.status >= 500) return;
  tabStorage.setItem(RELOADED_AT, String(browserNow()));
  location.reload();
}
