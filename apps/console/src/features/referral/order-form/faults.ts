import { fieldId } from './form-fields.js';
import type { Fault } from './validate-order.js';

const SECTIONS: Readonly<Record<string, string>> = {
  referralInfo: 'Referrer',
  memberInfo: 'Member',
  physicianInfo: 'Physician',
  insuranceInfo: 'Insurance',
  babyInfo: 'Baby',
  items: 'Items',
};

/** For the error summary: the same label stands in several sections, so each message names its own. */
export const summaryOf = (faults: readonly Fault[]) =>
  faults.map(({ path, message }) => {
    const section = SECTIONS[path.split('.')[0] ?? ''];
    return { id: fieldId(path), message: section === undefined ? message : `${section}: ${message}` };
  });

/** Brings a field into view and focuses it; motion is left to the browser's setting. */
export function showField(path: string): void {
  const field = document.getElementById(fieldId(path));
  field?.scrollIntoView({ block: 'center' });
  field?.focus({ preventScroll: true });
}
