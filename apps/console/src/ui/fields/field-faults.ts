/** An error of a form's field. */
export interface Fault {
  /** Dotted as in the API's `errors`: `memberInfo.lastName`, `items`, `items.0.qty`. */
  readonly path: string;
  readonly message: string;
}

/** The input id of a field, by its path. */
export const fieldId = (path: string) => path.replaceAll('.', '-');

/** The label of a field on the screen; null if the field is not shown. */
export const labelOf = (path: string): string | null =>
  document.querySelector(`label[for="${fieldId(path)}"]`)?.firstChild?.textContent ?? null;

/** Sorts faults by the position of their fields on the screen, from top to bottom. */
export function inScreenOrder(faults: readonly Fault[]): readonly Fault[] {
  const fieldOf = ({ path }: Fault) => document.getElementById(fieldId(path));
  return [...faults].sort((one, other) => {
    const [first, second] = [fieldOf(one), fieldOf(other)];
    if (first === null || second === null) return 0;
    return first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
  });
}

/** Scrolls a field into view and focuses it. */
export function showField(id: string): void {
  const field = document.getElementById(id);
  field?.scrollIntoView({ block: 'center' });
  field?.focus({ preventScroll: true });
}

/** Scrolls a field with its label and its error into view, unless they already are. The header covers the top of the window. */
export function scrollToField(field: Element): void {
  const { top, bottom } = field.getBoundingClientRect();
  if (top < HEADER_PX + LABEL_PX || bottom > innerHeight - LABEL_PX) field.scrollIntoView({ block: 'center' });
}

const HEADER_PX = 56;
/** Height of a line above or below a field. */
const LABEL_PX = 24;
