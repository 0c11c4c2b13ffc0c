import { DRAFTS, keysUnder, NOBODY } from './stored.js';

/* Loaded by every page. The code that reads drafts is loaded only if the browser has a draft. */

/** Clears drafts that are older than a day, also while no order form is opened. */
export async function clearKeptDrafts(now: number): Promise<void> {
  for (const storage of [localStorage, sessionStorage]) {
    if (keysUnder(storage, DRAFTS).length > 0) (await import('./draft-storage.js')).clearOldDrafts(storage, now);
  }
}

/** Loads the function that gives a visitor's drafts to the person who has signed in; null if there are none. */
export async function loadAdoption(): Promise<((owner: string) => void) | null> {
  const isNobodys = (key: string) => key.split('.').includes(NOBODY);
  if (!keysUnder(localStorage, DRAFTS).some(isNobodys)) return null;
  const { adoptDrafts } = await import('./unanswered-order.js');
  return (owner) => adoptDrafts(localStorage, owner);
}
