import { FormState, FormText } from '../form-fields.js';
import { FormSection, type SectionProps } from '../form-section.js';

/** Where the items go. The state decides which items are offered; a payor's members live in the payor's state. */
export function AddressSection({ form: { payor } }: SectionProps) {
  return (
    <FormSection title="Delivery address">
      <FormText name="memberInfo.address1" label="Address 1" required wide />
      <FormText name="memberInfo.address2" label="Address 2" wide />
      <FormText name="memberInfo.city" label="City" required />
      {payor === null ? (
        <FormState name="memberInfo.state" label="State" required help="Decides which items can be ordered" />
      ) : (
        <FormText name="memberInfo.state" label="State" required readOnly help={`Fixed for ${payor.name}`} />
      )}
      <FormText name="memberInfo.zip" label="Zip" required inputMode="numeric" help="5 digits or 5+4" />
    </FormSection>
  );
}
