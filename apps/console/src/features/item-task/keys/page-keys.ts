import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { isForPage, shortcutsOnAtom } from '../../../ui/shortcuts.js';

/**
 * Calls `act` with each key press that is for the page; it returns true if the key is a shortcut. Shortcuts are off while a person types,
 * while a dialog or menu is open, and if they were switched off in this browser. Returns whether they are on.
 */
export function usePageKeys(act: (event: KeyboardEvent) => boolean): boolean {
  const on = useAtomValue(shortcutsOnAtom);
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    if (!on) return;
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isForPage(event)) return;
      if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null) return;
      if (latest.current(event)) event.preventDefault();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [on]);
  return on;
}
