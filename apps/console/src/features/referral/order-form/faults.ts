import type { SummaryFault } from '../../../ui/error-summary.js';
import { nameOfLine } from './cart.js';
import { fieldId } from './form-fields.js';
import type { CartLine } from './order-draft.js';
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

/**
 * For the error summary: the same label stands in several sections, and every line of the cart (`items`, as they were then) has a
 * quantity, so that each message names its own.
 */
export const summaryOf = (faults: readonly Fault[], items: readonly CartLine[]): readonly SummaryFault[] =>
  faults.map(({ path, message }) => {
    const [part = '', index = ''] = path.split('.');
    const line = part === 'items' ? items[Number(index || NaN)] : undefined;
    const whose = [SECTIONS[part], line && nameOfLine(line)].filter((name) => name !== undefined);
    return { id: fieldId(path), message: [...whose, message].join(': ') };
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
export function showField(id: string): void {
  const field = document.getElementById(id);
  field?.scrollIntoView({ block: 'center' });
  field?.focus({ preventScroll: true });
}
