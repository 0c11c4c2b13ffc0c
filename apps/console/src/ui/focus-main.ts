/** For a button that goes with what it did: the keyboard goes on where the page begins, which is not scrolled for it. */
export const focusMain = (): void => document.getElementById('main')?.focus({ preventScroll: true });
