import { asksForBaby } from '@throughline/contracts';
import { useWatch } from 'react-hook-form';
import { FormCheckbox, FormDate, FormText } from '../form-fields.js';
import { FormSection, type SectionProps } from '../form-section.js';
import type { OrderDraft } from '../order-draft.js';

/** On the form for as long as the form, or what is in the cart, asks for it. */
export function BabySection({ form }: SectionProps) {
  const items = useWatch<OrderDraft, 'items'>({ name: 'items' });
  if (!asksForBaby(form, items)) return null;
  return (
    <FormSection
      title="Baby"
      {...(form.required.includes('baby') ? {} : { about: 'Asked for because of what is in the order.' })}
    >
      <FormText name="babyInfo.firstName" label="First Name" />
      <FormText name="babyInfo.lastName" label="Last Name" />
      <FormDate name="babyInfo.dueDate" label="Due Date" required help="Or the date of birth" />
      <FormCheckbox name="babyInfo.nicu" label="Baby is in the NICU" />
    </FormSection>
  );
}
