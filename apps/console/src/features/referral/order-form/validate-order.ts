import {
  asksForBaby,
  codesOfSource,
  type ItemsByCategory,
  orderLine,
  ORDERS,
  type OrderToSend,
  UHC_CODES_ALPHANUMERIC,
  UHC_SOURCE,
} from '@throughline/contracts';
import { type KnownOrderForm, namingViolations, type OrderForm } from '@throughline/domain';
import type { Fault } from '../../../ui/fields/field-faults.js';
import { addUhcCodes, brokenRules, customLine, notOffered, stateNamed, whyNotOffered } from './cart.js';
import type { CartLine, OrderDraft } from './order-draft.js';

/** Exported here, so that they are loaded together with the rules. */
export { addressDoubts } from '@throughline/contracts';
export { findSameOrders } from '../submission/same-orders.js';

/** The items offered in a state; undefined: not known yet. */
export type OfferIn = (state: string) => ItemsByCategory | undefined;

/** The ids of those lines of a cart that are offered in some state; undefined: not known yet. */
export type OfferedSomewhere = (lines: readonly CartLine[]) => readonly string[] | undefined;

/**
 * All faults of a draft: of its fields, of the cart as a whole, of lines that are not offered in the member's state or that the catalogue
 * now names differently, and of the custom item that is being typed. Only the first fault of a path is kept.
 */
export function faultsOf(
  form: KnownOrderForm,
  draft: OrderDraft,
  offerIn: OfferIn,
  somewhere: OfferedSomewhere = () => undefined,
): readonly Fault[] {
  const parsed = ORDERS[form.id].safeParse(withoutHiddenFields(form, draft));
  const typed = (parsed.error?.issues ?? []).map(({ path, message }) => ({ path: fieldOf(path), message }));
  // The referrer's own fields have the same faults, and are shown.
  const twice = draft.isMember && form.lookUp !== null ? Object.keys(ofReferrer(draft)) : [];
  const faults = typed.filter(({ path }) => !twice.some((name) => path === `memberInfo.${name}`));
  const cart = brokenRules(draft.items, form).map(({ message }) => ({ path: 'items', message }));
  const { state } = draft.memberInfo;
  const offered = offerIn(state);
  const missing = notOffered(draft.items, offered);
  const known = somewhere(missing);
  const elsewhere = missing.map((line) => ({
    path: `items.${draft.items.indexOf(line)}.qty`,
    message: whyNotOffered(line, stateNamed(state), offered, known),
  }));
  const items = Object.values(offered ?? {}).flat();
  const renamed = draft.items.flatMap((line, index) =>
    namingViolations([line], items).map(({ message }) => ({ path: `items.${index}.qty`, message })),
  );
  const custom = draft.customItem.name.trim() === '' ? [] : customItemFaults(draft.customItem);
  return firstOfEach([...faults, ...cart, ...elsewhere, ...renamed, ...custom, ...uhcFaults(draft)]);
}

/** All faults of a draft, including text that was typed but not added to the order, which is reported only at the submit. */
export function faultsAtSubmit(
  form: KnownOrderForm,
  draft: OrderDraft,
  offerIn: OfferIn,
  somewhere?: OfferedSomewhere,
): readonly Fault[] {
  const { customItem, referralInfo, uhcTyped } = draft;
  const notAdded: Fault[] = [];
  if (`${customItem.name}${customItem.description}`.trim() !== '')
    notAdded.push({ path: 'customItem.name', message: 'Add the custom item to the order, or clear it.' });
  if (referralInfo.referralSource === UHC_SOURCE && uhcTyped.trim() !== '')
    notAdded.push({ path: 'uhcCodes', message: 'Add the code to the list, or clear it.' });
  return firstOfEach([...faultsOf(form, draft, offerIn, somewhere), ...notAdded]);
}

/** The fault of text that is left in the field because it is no code. */
function uhcFaults({ referralInfo, uhcTyped }: OrderDraft): readonly Fault[] {
  if (referralInfo.referralSource !== UHC_SOURCE) return [];
  const { refused } = addUhcCodes('', uhcTyped);
  return refused === '' ? [] : [{ path: 'uhcCodes', message: UHC_CODES_ALPHANUMERIC }];
}

/** The first fault of a line by the order's contract, usually of its quantity. */
export const faultOfLine = (line: CartLine): string | undefined => orderLine.safeParse(line).error?.issues[0]?.message;

export function customItemFaults(typed: OrderDraft['customItem']): readonly CustomItemFault[] {
  const issues = orderLine.safeParse(customLine(typed)).error?.issues ?? [];
  return firstOfEach(
    issues.map(({ path: [field], message }) => ({
      path: field === 'description' ? 'customItem.description' : 'customItem.name',
      message,
    })),
  );
}
interface CustomItemFault extends Fault {
  readonly path: 'customItem.name' | 'customItem.description';
}

/** Keeps one fault for each field. The cart may break several rules, so all of its faults are kept. */
function firstOfEach<F extends Fault>(faults: readonly F[]): readonly F[] {
  const seen = new Set<string>();
  return faults.filter(({ path, message }) => {
    const key = path === 'items' ? `${path} ${message}` : path;
    return seen.has(key) ? false : seen.add(key);
  });
}

/** A line of the cart has one field, its quantity, which shows all faults of the line. */
const fieldOf = (path: readonly PropertyKey[]): string => path.join('.').replace(/^(items\.\d+)\..*/, '$1.qty');

/** The order to send, without the proof of a look-up. Throws if the draft has faults. */
export const parseOrder = (form: KnownOrderForm, draft: OrderDraft): OrderToSend => ({
  form: form.id,
  ...ORDERS[form.id].parse(withoutHiddenFields(form, draft)),
});

/** What somebody who orders for themselves types once. */
const ofReferrer = ({ referralInfo: { firstName, lastName, phone, email } }: Pick<OrderDraft, 'referralInfo'>) => ({
  firstName,
  lastName,
  phone,
  email,
});

/** Removes values whose fields are no longer shown: codes of another source, and the baby if no item requires it. */
const withoutHiddenFields = (form: OrderForm, { babyInfo, isMember, ...draft }: OrderDraft) => ({
  ...draft,
  ...(isMember && form.lookUp !== null && { memberInfo: { ...draft.memberInfo, ...ofReferrer(draft) } }),
  ...(asksForBaby(form, draft.items) && { babyInfo }),
  uhcCodes: codesOfSource(draft.referralInfo.referralSource, draft.uhcCodes),
});
