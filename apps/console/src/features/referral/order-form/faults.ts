import { fieldId } from './form-fields.js';
import type { Fault } from './validate-order.js';

const SECTIONS: Readonly<Record<string, string>> = {
  referralInfo: 'Referrer',
  memberInfo: 'Member',
  physicianInfo: 'Physician',
  insuranceInfo: 'Insurance',
  babyInfo: 'Baby',
  items: 'Items',
  customItem: 'Items',
};

/** For the error summary: the same label stands in several sections, so each message names its own. */
export const summaryOf = (faults: readonly Fault[]) =>
  faults.map(({ path, message }) => {
    const section = SECTIONS[path.split('.')[0] ?? ''];
    return { id: fieldId(path), message: section === undefined ? message : `${section}: ${message}` };
  });

/** Faults as the screen has their fields, from top to bottom: the first one is where a person looks first. */
export function inScreenOrder(faults: readonly Fault[]): readonly Fault[] {
  const fieldOf = ({ path }: Fault) => document.getElementById(fieldId(path));
  return [...faults].sort((one, other) => {
    const [first, second] = [fieldOf(one), fieldOf(other)];
    if (first === null || second === null) return 0;
    return first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
  });
}

/** Brings a field into view and focuses it; motion is left to the browser's setting. */
export function showField(path: string): void {
  const field = document.getElementById(fieldId(path));
  field?.scrollIntoView({ block: 'center' });
  field?.focus({ preventScroll: true });
}
