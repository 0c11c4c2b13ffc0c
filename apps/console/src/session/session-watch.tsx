import { useAtomValue } from 'jotai';
import { onDemand } from '../ui/page/on-demand.js';
import { userAtom } from './session.js';

const KeptSession = onDemand(async () => (await import('./kept-session.js')).KeptSession);

/** Watches over the session of a person. Visitors do not load it. */
export function SessionWatch() {
  const signedIn = useAtomValue(userAtom) !== null;
  return signedIn ? <KeptSession /> : null;
}
