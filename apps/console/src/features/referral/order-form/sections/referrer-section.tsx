import { UHC_LAST_NAME, UHC_SOURCE } from '@throughline/contracts';
import { Box, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { userAtom } from '../../../../session/session.js';
import { ErrorState } from '../../../../ui/page/error-state.js';
import { formatPhone } from '../../../../ui/fields/phone/phone.js';
import { onDemand } from '../../../../ui/page/on-demand.js';
import { companiesQuery, sourcesQuery } from '../../queries.js';
import { FormCheckbox, FormPhone, FormSelect, FormText } from '../form-fields.js';
import { FoldedSection, FormSection, type SectionProps, useFold } from './form-section.js';
import type { OrderDraft } from '../order-draft.js';
import english from '../../../../../texts/en/order-form.json' with { type: 'json' };
import { textsOf, useWords } from '../../../../language/language.js';

const useTexts = textsOf('order-form', english);

const UhcCodes = onDemand(async () => (await import('./uhc-codes.js')).UhcCodes);

/** The referrer. The source 'uhc file' fixes the last name and adds a field for the file's codes. */
export function ReferrerSection({ form }: SectionProps) {
  const t = useTexts();
  const fromUhcFile = useSource() === UHC_SOURCE;
  const { isFolded, unfold } = useKnownFold(form);
  if (isFolded) return <KnownReferrer form={form} onChange={unfold} />;
  return (
    <FormSection section="referrer" title={t('referrer')}>
      {form.lookUp === null ? null : <FormCheckbox name="isMember" label={t('iAmMember')} wide />}
      {form.required.includes('source') ? <SourceField /> : null}
      {form.payor === null ? <CompanyField wide={!form.required.includes('source')} /> : null}
      <FormText name="referralInfo.firstName" label={t('firstName')} required autoComplete="given-name" />
      <FormText
        name="referralInfo.lastName"
        label={t('lastName')}
        required
        autoComplete="family-name"
        readOnly={fromUhcFile}
        help={fromUhcFile ? t('fixedByFile') : undefined}
      />
      <FormText name="referralInfo.email" label={t('email')} required inputMode="email" autoComplete="email" />
      <FormPhone name="referralInfo.phone" label={t('phone')} required autoComplete="tel" />
      {fromUhcFile ? <UhcCodes /> : null}
      <FormCheckbox name="referralInfo.sendNotificationsFlag" label={t('notify')} wide />
    </FormSection>
  );
}

/**
 * Whether the referrer is shown in one line: for a person whose account has all that the form asks for. After a look-up it also asks whether
 * the referrer is the member, which no account says. What is wrong unfolds it.
 */
function useKnownFold(form: SectionProps['form']) {
  const user = useAtomValue(userAtom);
  const { getValues } = useFormContext<OrderDraft>();
  const { errors } = useFormState<OrderDraft>({ name: 'referralInfo' });
  const isKnown = () => {
    const { firstName, lastName, email, phone } = getValues('referralInfo');
    const isWhole = [firstName, lastName, email].every((text) => text.trim() !== '') && /^\d{10}$/.test(phone);
    return form.lookUp === null && user?.email === email && isWhole;
  };
  return useFold('referrer', isKnown, errors.referralInfo !== undefined);
}

interface KnownReferrerProps extends SectionProps {
  readonly onChange: () => void;
}

function KnownReferrer({ form, onChange }: KnownReferrerProps) {
  const t = useTexts();
  const words = useWords();
  const { firstName, lastName, email, phone, company, referralSource, sendNotificationsFlag } = useWatch<
    OrderDraft,
    'referralInfo'
  >({ name: 'referralInfo' });
  // A payor's form has a company of its own.
  const ownCompany = form.payor === null ? company : '';
  const facts = [`${firstName} ${lastName}`, ownCompany, email, formatPhone(phone)];
  const source = form.required.includes('source') ? [`${t('source')}: ${words(referralSource)}`] : [];
  return (
    <FoldedSection
      section="referrer"
      title={t('referrer')}
      action={t('change')}
      actionName={t('changeReferrer')}
      onOpen={onChange}
    >
      {facts.filter((text) => text.trim() !== '').join(' · ')}
      <Typography variant="body2" color="textSecondary">
        {[...source, t(sendNotificationsFlag ? 'notified' : 'notNotified')].join(' · ')}
      </Typography>
    </FoldedSection>
  );
}

const useSource = () => useWatch<OrderDraft, 'referralInfo.referralSource'>({ name: 'referralInfo.referralSource' });

function SourceField() {
  const t = useTexts();
  const words = useWords();
  const { getValues, setValue } = useFormContext<OrderDraft>();
  const { data } = useQuery(sourcesQuery);
  const chosen = useSource();
  const sources = data?.map(({ sourceName }) => sourceName) ?? [chosen];
  return (
    <FormSelect
      name="referralInfo.referralSource"
      label={t('source')}
      required
      options={sources.map((source) => ({ value: source, label: words(source) }))}
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
  const t = useTexts();
  const words = useWords();
  const { data, error, refetch } = useQuery(companiesQuery);
  return (
    <>
      <FormSelect
        name="referralInfo.company"
        label={t('company')}
        options={data?.map(({ name }) => ({ value: name, label: name })) ?? []}
        emptyLabel={t('noCompany')}
        wide={wide}
      />
      {error ? (
        <Box sx={{ gridColumn: '1 / -1' }}>
          <ErrorState
            title={t('noCompanies', { error: words(error.message) })}
            error={null}
            onRetry={() => void refetch()}
          />
        </Box>
      ) : null}
    </>
  );
}
