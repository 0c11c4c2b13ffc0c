import { FormState, FormText } from '../form-fields.js';
import { FormSection } from '../form-section.js';

/** Where the items go. The state decides which items are offered. */
export function AddressSection() {
  return (
    <FormSection title="Delivery address">
      <FormText name="memberInfo.address1" label="Address 1" required wide />
      <FormText name="memberInfo.address2" label="Address 2" wide />
      <FormText name="memberInfo.city" label="City" required />
      <FormState name="memberInfo.state" label="State" required help="Decides which items can be ordered" />
      <FormText name="memberInfo.zip" label="Zip" required inputMode="numeric" help="5 digits or 5+4" />
    </FormSection>
  );
}
