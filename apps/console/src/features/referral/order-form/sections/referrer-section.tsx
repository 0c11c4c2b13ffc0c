import { UHC_LAST_NAME, UHC_SOURCE } from '@throughline/contracts';
import { useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import { onDemand } from '../../../../ui/on-demand.js';
import { companiesQuery, sourcesQuery } from '../../queries.js';
import { FormCheckbox, FormPhone, FormSection, FormSelect, FormText, type SectionProps } from '../form-fields.js';
import type { OrderDraft } from '../order-draft.js';

const UhcCodes = onDemand(async () => (await import('../uhc-codes.js')).UhcCodes);

/** Who refers. With source 'uhc file' the last name is fixed and the file's codes are entered as chips. */
export function ReferrerSection({ form }: SectionProps) {
  const fromUhcFile = useSource() === UHC_SOURCE;
  return (
    <FormSection title="Referrer">
      {form.required.includes('source') ? <SourceField /> : null}
      {form.payor === null ? <CompanyField wide={!form.required.includes('source')} /> : null}
      <FormText name="referralInfo.firstName" label="First Name" required autoComplete="given-name" />
      <FormText
        name="referralInfo.lastName"
        label="Last Name"
        required
        autoComplete="family-name"
        readOnly={fromUhcFile}
        help={fromUhcFile ? "Fixed for source 'uhc file'" : undefined}
      />
      <FormText name="referralInfo.email" label="Email" required inputMode="email" autoComplete="email" />
      <FormPhone name="referralInfo.phone" label="Phone" required autoComplete="tel-national" />
      {fromUhcFile ? <UhcCodes onFailed={() => undefined} /> : null}
      <FormCheckbox name="referralInfo.sendNotificationsFlag" label="Send notifications about this referral" wide />
    </FormSection>
  );
}

const useSource = () => useWatch<OrderDraft, 'referralInfo.referralSource'>({ name: 'referralInfo.referralSource' });

function SourceField() {
  const { getValues, setValue } = useFormContext<OrderDraft>();
  const { data } = useQuery(sourcesQuery);
  const chosen = useSource();
  const sources = data?.map(({ sourceName }) => sourceName) ?? [chosen];
  return (
    <FormSelect
      name="referralInfo.referralSource"
      label="Source"
      required
      options={sources.map((source) => ({ value: source, label: source }))}
      onPicked={(source) => {
        if (source === UHC_SOURCE) {
          setValue('ownLastName', getValues('referralInfo.lastName'));
          setValue('referralInfo.lastName', UHC_LAST_NAME, { shouldValidate: true });
        } else if (chosen === UHC_SOURCE) setValue('referralInfo.lastName', getValues('ownLastName'));
      }}
    />
  );
}

function CompanyField({ wide }: { readonly wide: boolean }) {
  const { data, error } = useQuery(companiesQuery);
  return (
    <FormSelect
      name="referralInfo.company"
      label="Company"
      options={data?.map(({ name }) => ({ value: name, label: name })) ?? []}
      emptyLabel="No company"
      help={error === null ? undefined : `Error Loading Companies: ${error.message}`}
      wide={wide}
    />
  );
}
