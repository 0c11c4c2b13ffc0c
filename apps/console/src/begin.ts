import { getDefaultStore } from 'jotai';
import { loadAdoption } from './features/referral/order-form/kept-drafts.js';
import { followIdentity } from './session/follow-identity.js';
import { configOfPage, consoleConfigAtom } from './session/session.js';

/*
 * The page's first requests to the API. It is imported first: a phone takes a third of a second to start React and MUI, and who
 * is signed in is read meanwhile, so that the first screen is rendered once, for that person.
 */
getDefaultStore().set(consoleConfigAtom, configOfPage());
void followIdentity(async () => {
  const adopt = await loadAdoption();
  return adopt && (({ id }) => adopt(id));
});
