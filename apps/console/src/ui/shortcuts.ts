import { atom } from 'jotai';
import { siteStorage } from '../session/browser-storage.js';

/** In this browser's storage while the shortcuts are switched off. */
const SHORTCUTS_OFF = 'throughline.shortcuts-off';

const storedAtom = atom(siteStorage.getItem(SHORTCUTS_OFF) === null);

/** Whether shortcuts of a single character work: a person's other tools may need them (WCAG 2.1.4). Kept in this browser. */
export const shortcutsOnAtom = atom(
  (get) => get(storedAtom),
  (_, set, on: boolean) => {
    set(storedAtom, on);
    if (on) siteStorage.removeItem(SHORTCUTS_OFF);
    else siteStorage.setItem(SHORTCUTS_OFF, 'yes');
  },
);

/** Whether the key is for the page: no modifier is held, and the focus is not in a field that takes text. */
export const isForPage = ({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean =>
  !(ctrlKey || metaKey || altKey) && !takesText(target);

const takesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type="checkbox"]), textarea, select'));
