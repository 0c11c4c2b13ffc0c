/*
 * Messages of a dialog must be visible where the person is, even in a window of 320 × 256 px, in which the content is as high as one field.
 */

/** Scrolls to a field with its label and, with priority, its error. */
export function reveal(field: Element): void {
  (field.closest('.MuiFormControl-root') ?? field).scrollIntoView({ block: 'nearest' });
  document.getElementById(field.getAttribute('aria-describedby') ?? '')?.scrollIntoView({ block: 'nearest' });
}

const isField = (element: Element | null): element is HTMLElement =>
  element?.matches('input, textarea, select, [contenteditable="true"]') ?? false;

const isWrong = (element: Element | null) => isField(element) && element.getAttribute('aria-invalid') === 'true';

/** Reveals the field that a submit has focused because it is invalid, with its error. Returns whether there is one. */
export function revealWrongField(form: Element | null | undefined): boolean {
  const { activeElement } = document;
  if (activeElement === null || !form?.contains(activeElement) || !isWrong(activeElement)) return false;
  reveal(activeElement);
  return true;
}

/**
 * Focuses the first field of a dialog that has just opened, unless one of its fields has the focus already. Of a group of radio buttons it
 * is the chosen one.
 */
export function beginAtFirstField(form: Element | null | undefined): void {
  if (!form || (form.contains(document.activeElement) && isField(document.activeElement))) return;
  const first = form.querySelector<HTMLElement>(
    'input:not([hidden], [readonly], :disabled), select:not(:disabled), textarea:not([readonly], :disabled, [aria-hidden]), [contenteditable="true"]',
  );
  const chosen =
    first instanceof HTMLInputElement && first.type === 'radio'
      ? form.querySelector<HTMLElement>(`input[name="${first.name}"]:checked`)
      : null;
  (chosen ?? first)?.focus({ preventScroll: true });
}

/** Focuses a message and scrolls to its start. */
export function focusMessage(message: HTMLElement | null): void {
  message?.focus({ preventScroll: true });
  message?.scrollIntoView({ block: 'start' });
}

/**
 * Scrolls to the start of a refusal. If a field has the focus and is still in view, it keeps the focus, so that Enter submits again.
 * Otherwise the message gets the focus.
 */
export function showRefusal(message: HTMLElement | null): void {
  const { activeElement } = document;
  message?.scrollIntoView({ block: 'start' });
  const seen = message?.parentElement?.getBoundingClientRect();
  const field = activeElement?.getBoundingClientRect();
  const isInForm = isField(activeElement) && message?.closest('form')?.contains(activeElement);
  if (isInForm && seen && field && field.top >= seen.top && field.bottom <= seen.bottom) return;
  focusMessage(message);
}

/** Focuses a field with an outline, which browsers omit after a click. The default is the first field of the form. */
export function focusField(
  form: Element | null | undefined,
  field = form?.querySelector('input, textarea, select'),
): void {
  if (!isField(field ?? null) || !(field instanceof HTMLElement)) return;
  const outlined = field.closest('.MuiButtonBase-root') ?? field;
  outlined.toggleAttribute(OUTLINED, true);
  field.addEventListener('blur', () => outlined.removeAttribute(OUTLINED), { once: true });
  field.focus({ preventScroll: true });
  reveal(field);
}

const OUTLINED = 'data-outlined';
/** In pixels. A message that is scrolled to the top leaves this room for its outline. */
const OUTLINE = 2;

/** Styles of the dialog content in which `focusField` and `focusMessage` show an outline. */
export const FOCUS_SEEN = {
  // MUI's rule for content after a title has the same specificity.
  '&&': { pt: `${2 * OUTLINE}px` },
  '& [data-message]': { scrollMarginTop: 2 * OUTLINE },
  [`& [${OUTLINED}].MuiButtonBase-root, & [data-message]:focus`]: {
    outline: `${OUTLINE}px solid`,
    outlineColor: 'primary.main',
    borderRadius: 1,
  },
};
