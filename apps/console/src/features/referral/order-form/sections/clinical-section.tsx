import { FormText } from '../form-fields.js';
import { FormSection } from '../form-section.js';

export function ClinicalSection() {
  return (
    <FormSection title="Clinical">
      <FormText name="memberInfo.height" label="Height" inputMode="numeric" help="Inches, 1 to 99" />
      <FormText name="memberInfo.weight" label="Weight" inputMode="numeric" help="Pounds, 1 to 2000" />
      <FormText name="memberInfo.allergies" label="Allergies" wide />
      <FormText name="memberInfo.diag" label="Diagnosis" wide rows={3} />
    </FormSection>
  );
}
