import { FormPhone, FormText } from '../form-fields.js';
import { FormSection, type SectionProps } from '../form-section.js';

export function PhysicianSection({ form }: SectionProps) {
  const required = form.required.includes('physician');
  return (
    <FormSection title="Physician" {...(required ? {} : { about: 'Not required, but it saves the member a call.' })}>
      <FormText name="physicianInfo.firstName" label="First Name" required={required} />
      <FormText name="physicianInfo.lastName" label="Last Name" required={required} />
      <FormText name="physicianInfo.NPI" label="NPI" inputMode="numeric" help="10 digits, as a rule" />
      <FormText name="physicianInfo.email" label="Email" type="email" />
      <FormPhone name="physicianInfo.phone" label="Phone" />
      <FormPhone name="physicianInfo.fax" label="Fax" />
    </FormSection>
  );
}
