import { MAX_SEARCH_LENGTH } from '@throughline/contracts';
import { startTransition, useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigation } from 'react-router-dom';

/** Ordering specification, section 9. */
const SEARCH_DEBOUNCE_MS = 500;

/** The text of a search box, and the search in the address that it belongs to. */
export interface SearchText {
  readonly text: string;
  readonly search: string;
  /** The search that this box has sent to the address; null once the address has it. */
  readonly sent: string | null;
}

/**
 * The text stays when the address takes over the sent search. After any other change (Back, a saved view, Clear) the text becomes the
 * address's search.
 */
export function followAddress(typed: SearchText, search: string): SearchText {
  if (search === typed.search) return typed;
  return { text: search === typed.sent ? typed.text : search, search, sent: null };
}

/** The search that the address should have and has not been sent; null if there is none. Spaces around the text are ignored. */
export function unsentSearch({ text, search, sent }: SearchText): string | null {
  const wanted = text.trim();
  return wanted === (sent ?? search.trim()) ? null : wanted;
}

/**
 * The text of a search box whose search is in the address. `onSearch` is called after a pause in typing, unless the person has opened another
 * page meanwhile: a new address would cancel that navigation while its code is loading.
 *
 * @example const box = useSearchText(view.search, (search) => setView({ search, page: 0 }, { replace: true }));
 *          <SearchField label="Search" {...box} />
 */
export function useSearchText(search: string, onSearch: (search: string) => void) {
  const [typed, setTyped] = useState<SearchText>({ text: search, search, sent: null });
  const current = followAddress(typed, search);
  // Set during rendering, as React advises for state that follows a prop: React renders again before it paints the old text.
  if (current !== typed) setTyped(current);

  const unsent = unsentSearch(current);
  const isLeaving = useIsLeaving();
  const send = useEffectEvent((wanted: string) => {
    setTyped((before) => ({ ...before, sent: wanted }));
    onSearch(wanted);
  });
  const [due, setDue] = useState<string | null>(null);
  useEffect(() => {
    if (unsent === null || isLeaving) return;
    // The router announces a navigation in a transition, and React applies all transitions together, so a click immediately before is known
    // when this one is applied.
    const timer = setTimeout(() => startTransition(() => setDue(unsent)), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [unsent, isLeaving]);
  const isDue = unsent !== null && unsent === due && !isLeaving;
  useEffect(() => {
    if (isDue) send(unsent);
  }, [isDue, unsent]);

  const sendNow = (text: string) => {
    setTyped((before) => ({ ...before, text, sent: text.trim() }));
    if (text.trim() !== search.trim()) onSearch(text.trim());
  };
  const setText = (text: string) => setTyped((before) => ({ ...before, text: text.slice(0, MAX_SEARCH_LENGTH) }));
  return {
    value: current.text,
    onChange: setText,
    /** Sends what the field has, which may be newer than `value` on a slow page, without waiting for a pause. */
    onEnter: sendNow,
  };
}

function useIsLeaving(): boolean {
  const { pathname } = useLocation();
  const next = useNavigation().location?.pathname;
  return next !== undefined && next !== pathname;
}
