import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { sessionAtom } from './session.js';
import { NOBODY } from './storage/stored.js';

/** The owner of what is typed on a page: the signed-in person, also after their session was lost on this page. */
export function useOwner(): string {
  const session = useAtomValue(sessionAtom);
  const [last, setLast] = useState(NOBODY);
  const isLost = session.user === null && session.lost === last;
  const owner = session.user?.id ?? (isLost ? last : NOBODY);
  if (owner !== last) setLast(owner);
  return owner;
}
