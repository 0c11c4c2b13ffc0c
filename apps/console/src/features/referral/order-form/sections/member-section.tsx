import { PREFERRED_LANGUAGES } from '@throughline/contracts';
import { FormDate, FormPhone, FormSelect, FormText } from '../form-fields.js';
import { FormSection, type SectionProps } from '../form-section.js';

const GENDERS = ['Male', 'Female', 'Other'].map((gender) => ({ value: gender, label: gender }));
const LANGUAGES = PREFERRED_LANGUAGES.map(([label]) => ({ value: label, label }));

export function MemberSection({ form: { lookUp } }: SectionProps) {
  return (
    <FormSection title="Member">
      <FormText name="memberInfo.firstName" label="First Name" required />
      <FormText name="memberInfo.lastName" label="Last Name" required />
      {lookUp === null ? (
        <FormDate name="memberInfo.DOB" label="DOB" required />
      ) : (
        <FormText name="memberInfo.DOB" label="DOB" required readOnly help="As it was looked up" />
      )}
      <FormSelect name="memberInfo.gender" label="Gender" required options={GENDERS} />
      <FormPhone name="memberInfo.phone" label="Phone" required />
      <FormText name="memberInfo.email" label="Email" type="email" />
      <FormSelect
        name="memberInfo.preferredLang"
        label="Preferred Language"
        options={LANGUAGES}
        emptyLabel="Not given"
        wide
      />
      <FormPhone name="memberInfo.ACPhone" label="Alternate Contact Phone" />
      <FormText name="memberInfo.ACEmail" label="Alternate Contact Email" type="email" />
    </FormSection>
  );
}
