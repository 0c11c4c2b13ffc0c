import { FormText } from '../form-fields.js';
import { FormSection } from '../form-section.js';

export function AdditionalInfoSection() {
  return (
    <FormSection title="Additional information">
      <FormText
        name="otherInfo"
        label="Additional Information"
        wide
        rows={3}

        help="Anything else the provider should know, 8000 characters at most"
      />
    </FormSection>
  );
}
