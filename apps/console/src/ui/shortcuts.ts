import { atom } from 'jotai';
import { siteStorage } from '../session/storage/browser-storage.js';

/** The storage key that is set while the shortcuts are switched off. */
const SHORTCUTS_OFF = 'throughline.shortcuts-off';

const storedAtom = atom(siteStorage.getItem(SHORTCUTS_OFF) === null);

/**
 * Whether shortcuts of a single character are on. A person can switch them off in this browser, because their other tools may use the same
 * keys (WCAG 2.1.4).
 */
export const shortcutsOnAtom = atom(
  (get) => get(storedAtom),
  (_, set, on: boolean) => {
    set(storedAtom, on);
    if (on) siteStorage.removeItem(SHORTCUTS_OFF);
    else siteStorage.setItem(SHORTCUTS_OFF, 'yes');
  },
);

/** Whether a key press is a shortcut of the page: no modifier is held, and the focus is not in a text field. */
export const isForPage = ({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean =>
  !(ctrlKey || metaKey || altKey) && !takesText(target);

const takesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type="checkbox"]), textarea, select'));
