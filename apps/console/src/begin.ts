import { getDefaultStore } from 'jotai';
import { browserNow } from './api/server-time.js';
import { agreeOnLanguage } from './session/account-language.js';
import { forgetInThisTab, LOGGED_OUT_AT } from './session/storage/forget-person.js';
import { followIdentity } from './session/follow-identity.js';
import { configOfPage, consoleConfigAtom } from './session/session.js';
import { draftKeys, keysUnder, NOBODY, ORDER_DRAFTS } from './session/storage/stored.js';
import { siteStorage, tabStorage } from './session/storage/browser-storage.js';

/*
 * The page's first requests to the API. This module is imported first: a phone needs a third of a second to start React and MUI, and
 * meanwhile the signed-in person is read, so that the first screen is rendered once, for that person. The code that reads drafts is loaded
 * only if the browser has a draft.
 */
getDefaultStore().set(consoleConfigAtom, configOfPage());
void followIdentity(async () => {
  const adopt = await loadAdoption();
  return (user) => {
    adopt?.(user.id);
    agreeOnLanguage(user);
  };
});
clearDraftsInTime();

/** Loads the function that gives a visitor's drafts to the person who has signed in; null if there are none. */
async function loadAdoption(): Promise<((owner: string) => void) | null> {
  const isNobodys = (key: string) => key.split('.').includes(NOBODY);
  if (!keysUnder(siteStorage, ORDER_DRAFTS).some(isNobodys)) return null;
  const { adoptDrafts } = await import('./features/referral/submission/unanswered-order.js');
  return (owner) => adoptDrafts(siteStorage, owner);
}

/**
 * Clears drafts older than a day, once a minute, also while no form is open. After a Log Out in another tab, this tab clears drafts again,
 * because it may have stored one before it received the event.
 */
function clearDraftsInTime(): void {
  const CLEAR_INTERVAL_MS = 60_000;
  // If the code that reads drafts cannot be loaded, the next run tries again.
  const clear = () => {
    forgetInThisTab(siteStorage, tabStorage);
    void clearSpentDrafts(browserNow()).catch(() => undefined);
  };
  clear();
  setInterval(clear, CLEAR_INTERVAL_MS);
  window.addEventListener('storage', ({ key }) => {
    if (key === LOGGED_OUT_AT) clear();
  });
}

async function clearSpentDrafts(now: number): Promise<void> {
  for (const storage of [siteStorage, tabStorage]) {
    if (draftKeys(storage).length === 0) continue;
    const drafts = await import('./session/storage/drafts.js');
    drafts.clearSpentDrafts(storage, now);
  }
}
