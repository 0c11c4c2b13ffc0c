import type { User } from '@throughline/contracts';
import { useAtomValue } from 'jotai';
import { createContext, useContext } from 'react';
import { userAtom } from '../session/session.js';

/** The parameter of the address that holds the moment: a position of the log, or a time (ISO 8601). */
export const AS_OF = 'asOf';
/** The moment in the address of a page that shows the present. */
export const PRESENT = { [AS_OF]: '' };

/** An earlier moment of a case that the page shows, read-only. Made by `features/history/as-of/past-frame.tsx`. */
export interface Past {
  /** In milliseconds since the Unix epoch: ages and due days on the page are as of then. */
  readonly now: number;
  /** What the page, its title and its paper are marked with. */
  readonly words: string;
  /** As whom the page is shown. They have no id and work no tasks, so nothing is theirs and no act is offered. */
  readonly viewer: User;
  /** Why a command is refused. */
  readonly refusal: string;
  /** Why the whole referral is not shown, where it is not. */
  readonly onlyProgress: string;
  /** The same address at this moment. */
  readonly addressOf: (address: string) => string;
}

export const PastContext = createContext<Past | null>(null);

/** The earlier moment that this part of the page shows; null for the present. */
export const usePast = (): Past | null => useContext(PastContext);

/** As whom this part of the page is shown: the signed-in person, or at an earlier moment somebody who only looks. Rights are read here alone. */
export function useViewer(): User | null {
  const user = useAtomValue(userAtom);
  return usePast()?.viewer ?? user;
}

const unchanged = (address: string) => address;

/** Adds the shown moment to the address of a case, so that its link leads to the same moment. */
export const useSameMoment = (): ((address: string) => string) => usePast()?.addressOf ?? unchanged;
