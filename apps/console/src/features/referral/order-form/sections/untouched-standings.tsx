import type { KnownOrderForm, OrderFormSection } from '@throughline/domain';
import { useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { type Standing, standingsAtom } from './form-section.js';

/**
 * The standings of a form that nobody has begun, by its fields on the screen. `SectionStandings` takes over with the rules of the form, which are
 * more than what a page may load ahead.
 */
export function UntouchedStandings({ form }: { readonly form: KnownOrderForm }) {
  const setStandings = useSetAtom(standingsAtom);
  useEffect(() => {
    setStandings(Object.fromEntries(form.sections.map((section) => [section, untouchedStanding(section)])));
  }, [form, setStandings]);
  return null;
}

function untouchedStanding(section: OrderFormSection): Standing {
  // The cart is empty.
  if (section === 'items') return 1;
  const fields = document.querySelectorAll<HTMLInputElement>(
    `[data-section="${section}"] :is(:required, [aria-required="true"])`,
  );
  const missing = [...fields].filter(({ value }) => value.trim() === '').length;
  // A folded section has no fields: the referrer of an account, who is known, or what is optional.
  return missing || (fields.length > 0 || section === 'referrer' ? 'done' : 'optional');
}
