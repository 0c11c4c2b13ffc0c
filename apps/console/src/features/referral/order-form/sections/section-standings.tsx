import { asksForBaby } from '@throughline/contracts';
import type { KnownOrderForm, OrderFormSection } from '@throughline/domain';
import { useSetAtom } from 'jotai';
import { useDeferredValue, useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { type Standing, standingsAtom } from './form-section.js';
import { emptyDraft, type OrderDraft } from '../order-draft.js';
import { faultsOf, type OfferIn } from '../validate-order.js';

/** Where the fields of an order are on its form. Of `memberInfo` the fields of other sections than Member are named. */
const SECTION_OF: Readonly<Record<string, OrderFormSection>> = {
  referralInfo: 'referrer',
  uhcCodes: 'referrer',
  memberInfo: 'member',
  ...Object.fromEntries(
    ['address1', 'address2', 'city', 'state', 'zip'].map((name) => [`memberInfo.${name}`, 'address'] as const),
  ),
  ...Object.fromEntries(
    ['height', 'weight', 'allergies', 'diag'].map((name) => [`memberInfo.${name}`, 'clinical'] as const),
  ),
  insuranceInfo: 'insurance',
  items: 'items',
  customItem: 'items',
  babyInfo: 'baby',
  physicianInfo: 'physician',
  otherInfo: 'additional',
};

const sectionOf = (path: string): OrderFormSection | undefined => {
  const [part = '', field] = path.split('.');
  return SECTION_OF[`${part}.${field}`] ?? SECTION_OF[part];
};

/** What every order needs. Another section is required by its form or by its cart, or is optional. */
const ALWAYS: readonly OrderFormSection[] = ['referrer', 'member', 'address', 'insurance', 'items'];

/** What is done and what is missing, by section. Attachments have no rules of the form. */
export function standingsOf(
  form: KnownOrderForm,
  draft: OrderDraft,
  offerIn: OfferIn,
): Partial<Record<OrderFormSection, Standing>> {
  const faults = new Set(faultsOf(form, draft, offerIn).map(({ path }) => path));
  const countIn = (section: OrderFormSection) => [...faults].filter((path) => sectionOf(path) === section).length;
  const filled = new Set(filledFields(draft, emptyDraft(form)).map(sectionOf));
  const required = [...ALWAYS, ...form.required, ...(asksForBaby(form, draft.items) ? ['baby'] : [])];
  const standing = (section: OrderFormSection): Standing =>
    countIn(section) || (required.includes(section) || filled.has(section) ? 'done' : 'optional');
  return Object.fromEntries(
    form.sections.filter((section) => section !== 'attachments').map((section) => [section, standing(section)]),
  );
}

/** The paths of the fields that have another value than an empty form. */
const filledFields = (draft: OrderDraft, empty: OrderDraft): readonly string[] =>
  Object.entries(draft).flatMap(([part, value]) => {
    const untouched = empty[part as keyof OrderDraft];
    if (typeof value !== 'object' || Array.isArray(value))
      return JSON.stringify(value) === JSON.stringify(untouched) ? [] : [part];
    return Object.entries(value as object)
      .filter(([field, text]) => text !== (untouched as Record<string, unknown>)[field] && typeof text === 'string')
      .map(([field]) => `${part}.${field}`);
  });

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
