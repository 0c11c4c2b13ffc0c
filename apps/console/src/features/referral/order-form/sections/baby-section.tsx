import { asksForBaby } from '@throughline/contracts';
import { useWatch } from 'react-hook-form';
import { FormCheckbox, FormDate, FormText } from '../form-fields.js';
import { FormSection } from '../form-section.js';
import type { OrderDraft } from '../order-draft.js';

/** Asked for while the cart holds a breast pump or a pregnancy reward. */
export function BabySection() {
  const items = useWatch<OrderDraft, 'items'>({ name: 'items' });
  if (!asksForBaby(items)) return null;
  return (
    <FormSection title="Baby" about="Asked for because of what is in the order.">
      <FormText name="babyInfo.firstName" label="First Name" />
      <FormText name="babyInfo.lastName" label="Last Name" />
      <FormDate name="babyInfo.dueDate" label="Due Date" required help="Or the date of birth" />
      <FormCheckbox name="babyInfo.nicu" label="Baby is in the NICU" />
    </FormSection>
  );
}
