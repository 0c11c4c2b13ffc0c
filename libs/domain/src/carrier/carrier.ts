import { DomainError } from '../kernel/decider.js';
import { managedDecider, type ManagedEvent, type ManagedState, managedWords } from '../kernel/managed-list.js';
import { managedNoun } from '../kernel/managed-noun.js';
import { carrierCalled, NUMBER_IN_LINK } from './known-carriers.js';

/** The carriers that parcels are sent with. Their events are stored for ever (`kernel/managed-list.ts`). */
export type CarrierValues = {
  readonly name: string;
  /** The carrier's page of one parcel, https, with `{number}` in its path or query; null: it has none. */
  readonly link: string | null;
};
export type CarrierEvent = ManagedEvent<'Carrier', CarrierValues>;

export const CARRIER = /* @__PURE__ */ managedNoun('Carrier', 'carriers', { link: 'Tracking link' });

export const CARRIER_WORDS = /* @__PURE__ */ managedWords<'Carrier', CarrierValues>(CARRIER);

export const carriersDecider = /* @__PURE__ */ managedDecider<'Carrier', CarrierValues>(CARRIER, {
  // The specification names these two carriers, and no address of their pages (ordering, section 2): see decision 0123.
  first: [
    { id: 'fedex', name: 'FedEx', link: `https://www.fedex.com/fedextrack/?trknbr=${NUMBER_IN_LINK}` },
    { id: 'ups', name: 'UPS', link: `https://www.ups.com/track?tracknum=${NUMBER_IN_LINK}` },
  ],
});

/** Rejects with `carrier/not-active` unless new tracking numbers can be recorded under this name. */
export function requireActiveCarrier({ entries }: ManagedState<CarrierValues>, written: string): void {
  if (carrierCalled(entries, written)?.active) return;
  const active = entries.filter((carrier) => carrier.active).map(({ name }) => name);
  const choose =
    active.length === 0 ? 'An administrator has to add one first' : `Choose one of them: ${active.join(', ')}`;
  throw new DomainError('carrier/not-active', `${written} is none of the active carriers. ${choose}.`);
}
