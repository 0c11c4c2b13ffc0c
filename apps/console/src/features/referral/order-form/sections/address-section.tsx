import { US_STATES } from '@throughline/contracts';
import { FormSearchSelect, FormText } from '../form-fields.js';
import { FormSection } from '../form-section.js';

const STATES = Object.entries(US_STATES).map(([value, name]) => ({ value, label: `${name} (${value})` }));

/** Where the items go. The state decides which items are offered. */
export function AddressSection() {
  return (
    <FormSection title="Delivery address">
      <FormText name="memberInfo.address1" label="Address 1" required wide />
      <FormText name="memberInfo.address2" label="Address 2" wide />
      <FormText name="memberInfo.city" label="City" required />
      <FormSearchSelect
        name="memberInfo.state"
        label="State"
        required
        options={STATES}
        help="Decides which items can be ordered"
      />
      <FormText name="memberInfo.zip" label="Zip" required inputMode="numeric" help="5 digits or 5+4" />
    </FormSection>
  );
}
