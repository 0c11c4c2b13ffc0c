import { UHC_LAST_NAME, UHC_SOURCE } from '@throughline/contracts';
import { useFormContext, useWatch } from 'react-hook-form';
import { FormCheckbox, FormPhone, FormSelect, FormText } from '../form-fields.js';
import { FormSection } from '../form-section.js';
import type { OrderDraft } from '../order-draft.js';
import { UhcCodes } from '../uhc-codes.js';

interface ReferrerSectionProps {
  readonly sources: readonly string[];
  readonly companies: readonly string[];
  /** Why there are no companies to choose from. */
  readonly companiesFailure: string | null;
}

/** Who refers. With source 'uhc file' the last name is fixed and the file's codes are entered as chips. */
export function ReferrerSection({ sources, companies, companiesFailure }: ReferrerSectionProps) {
  const { setValue } = useFormContext<OrderDraft>();
  const fromUhcFile =
    useWatch<OrderDraft, 'referralInfo.referralSource'>({ name: 'referralInfo.referralSource' }) === UHC_SOURCE;
  return (
    <FormSection title="Referrer">
      <FormSelect
        name="referralInfo.referralSource"
        label="Source"
        required
        options={sources.map((source) => ({ value: source, label: source }))}
        onPicked={(source) => {
          if (source === UHC_SOURCE) setValue('referralInfo.lastName', UHC_LAST_NAME, { shouldValidate: true });
          else if (fromUhcFile) setValue('referralInfo.lastName', '');
        }}
      />
      <FormSelect
        name="referralInfo.company"
        label="Company"
        options={companies.map((company) => ({ value: company, label: company }))}
        emptyLabel="No company"
        help={companiesFailure ?? undefined}
      />
      <FormText name="referralInfo.firstName" label="First Name" required autoComplete="given-name" />
      <FormText
        name="referralInfo.lastName"
        label="Last Name"
        required
        autoComplete="family-name"
        readOnly={fromUhcFile}
        help={fromUhcFile ? "Fixed for source 'uhc file'" : undefined}
      />
      <FormText name="referralInfo.email" label="Email" required type="email" autoComplete="email" />
      <FormPhone name="referralInfo.phone" label="Phone" required autoComplete="tel-national" />
      {fromUhcFile ? <UhcCodes /> : null}
      <FormCheckbox name="referralInfo.sendNotificationsFlag" label="Notify me about this referral" wide />
    </FormSection>
  );
}
