import { isNpi, type KnownOrderForm, type OrderFormSection } from '@throughline/domain';
import { useSetAtom } from 'jotai';
import { useDeferredValue, useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { type Doubtful, type Standing, standingsAtom } from './form-section.js';
import type { OrderDraft } from '../order-draft.js';
import { isRequired, sectionOf } from '../order-faults.js';
import { addressDoubts, faultsOf, type OfferIn } from '../validate-order.js';

/**
 * What is done and what is missing, by section. Of a section that is optional, one field or all may be filled in, and none of them completes
 * it.
 */
export function standingsOf(
  form: KnownOrderForm,
  draft: OrderDraft,
  offerIn: OfferIn,
): Partial<Record<OrderFormSection, Standing>> {
  const faults = new Set(faultsOf(form, draft, offerIn).map(({ path }) => path));
  const countIn = (section: OrderFormSection) => [...faults].filter((path) => sectionOf(path) === section).length;
  const standing = (section: OrderFormSection): Standing => {
    const doubts = doubtsIn(draft)[section] ?? [];
    if (countIn(section) === 0 && doubts.length > 0) return doubts;
    return countIn(section) || (isRequired(form, section, draft.items) ? 'done' : 'optional');
  };
  return Object.fromEntries(form.sections.map((section) => [section, standing(section)]));
}

/** The fields that have a warning (`Npi`, `useAddressWarnings`), by section. */
function doubtsIn({ memberInfo, physicianInfo }: OrderDraft): Partial<Record<OrderFormSection, readonly Doubtful[]>> {
  const { city, zip } = addressDoubts(memberInfo);
  const npi = physicianInfo.NPI.trim();
  return {
    address: [...(city ? (['city'] as const) : []), ...(zip ? (['zip'] as const) : [])],
    physician: npi === '' || isNpi(npi) ? [] : ['npi'],
  };
}

interface SectionStandingsProps {
  readonly form: KnownOrderForm;
  readonly offerIn: OfferIn;
}

/** Keeps the standings of the sections, which their headings show. It is loaded with the rules of the form, when a field gets the focus. */
export function SectionStandings({ form, offerIn }: SectionStandingsProps) {
  const { getValues } = useFormContext<OrderDraft>();
  const typed = useDeferredValue(useWatch<OrderDraft>());
  const setStandings = useSetAtom(standingsAtom);
  useEffect(() => {
    setStandings(standingsOf(form, getValues(), offerIn));
  }, [form, typed, getValues, offerIn, setStandings]);
  useEffect(() => () => setStandings({}), [setStandings]);
  return null;
}
