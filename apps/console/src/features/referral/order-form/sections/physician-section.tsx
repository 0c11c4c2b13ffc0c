import { isNpi } from '@throughline/domain';
import { useEffect } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { announce } from '../../../../ui/announcer.js';
import { FormPhone, FormText } from '../form-fields.js';
import { FormSection, type SectionProps } from '../form-section.js';
import type { OrderDraft } from '../order-draft.js';

export function PhysicianSection({ form }: SectionProps) {
  const required = form.required.includes('physician');
  return (
    <FormSection title="Physician" {...(required ? {} : { about: 'Not required, but it saves the member a call.' })}>
      <FormText name="physicianInfo.firstName" label="First Name" required={required} />
      <FormText name="physicianInfo.lastName" label="Last Name" required={required} />
      <Npi />
      <FormText name="physicianInfo.email" label="Email" type="email" />
      <FormPhone name="physicianInfo.phone" label="Phone" />
      <FormPhone name="physicianInfo.fax" label="Fax" />
    </FormSection>
  );
}

const DOUBTFUL_NPI = 'This is not a valid NPI: please check it. The order can be sent with it all the same.';

/** Warns of a slip, by the check digit, once the field is left; a physician without an NPI must not hold an order up. */
function Npi() {
  const npi = useWatch<OrderDraft, 'physicianInfo.NPI'>({ name: 'physicianInfo.NPI' }).trim();
  const { touchedFields } = useFormState<OrderDraft>({ name: 'physicianInfo.NPI' });
  const warning = touchedFields.physicianInfo?.NPI && npi !== '' && !isNpi(npi) ? DOUBTFUL_NPI : undefined;
  useEffect(() => {
    if (warning !== undefined) announce(warning);
  }, [warning]);
  return <FormText name="physicianInfo.NPI" label="NPI" inputMode="numeric" help="10 digits" warning={warning} />;
}
