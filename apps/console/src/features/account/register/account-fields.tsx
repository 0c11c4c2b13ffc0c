import type { CompanyView } from '@throughline/contracts';
import { Stack } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { BoundField } from '../../../ui/fields/bound-field.js';
import { ChoiceField } from '../../../ui/fields/choice/choice-field.js';
import { ErrorState } from '../../../ui/page/error-state.js';
import { PhoneField } from '../../../ui/fields/phone/phone-field.js';
import { useStateChoices } from '../../../ui/fields/choice/state-choices.js';
import { TextField } from '../../../ui/fields/text-field.js';
import { companiesQuery } from '../queries.js';
import english from '../../../../texts/en/registration.json' with { type: 'json' };
import { textsOf, useWords } from '../../../language/language.js';

const useTexts = textsOf('registration', english);

export const EMPTY_ACCOUNT = { lastName: '', firstName: '', email: '', phone: '', state: '', company: '' };
export type TypedAccount = typeof EMPTY_ACCOUNT;

interface AccountFieldsProps<Values extends FieldValues, Output> {
  readonly control: Control<Values, unknown, Output>;
  readonly companyHelp: string;
  /** The only company that may be chosen. Without it, any company or none may be chosen. */
  readonly onlyCompany?: CompanyView;
  /** The id of a company that is not offered. */
  readonly withoutCompany?: number | undefined;
}

/** The fields of a new account (access specification, sections 3 and 5). */
export function AccountFields<Values extends TypedAccount & FieldValues, Output>({
  control,
  companyHelp,
  onlyCompany,
  withoutCompany,
}: AccountFieldsProps<Values, Output>) {
  const t = useTexts();
  const words = useWords();
  const states = useStateChoices();
  const { data: all = [], error, refetch } = useQuery({ ...companiesQuery, enabled: onlyCompany === undefined });
  const companies = onlyCompany ? [onlyCompany] : all;
  const name = (field: keyof TypedAccount) => field as FieldPath<Values>;
  return (
    <Stack spacing={2}>
      <BoundField control={control} name={name('firstName')}>
        {(field) => <TextField {...field} label={t('firstName')} autoComplete="given-name" autoFocus required />}
      </BoundField>
      <BoundField control={control} name={name('lastName')}>
        {(field) => <TextField {...field} label={t('lastName')} autoComplete="family-name" required />}
      </BoundField>
      <BoundField control={control} name={name('email')}>
        {(field) => <TextField {...field} label={t('email')} inputMode="email" autoComplete="email" required />}
      </BoundField>
      <BoundField control={control} name={name('phone')}>
        {(field) => <PhoneField {...field} label={t('phone')} autoComplete="tel" />}
      </BoundField>
      <BoundField control={control} name={name('state')}>
        {(field) => (
          <ChoiceField {...field} label={t('state')} choices={states} autoComplete="address-level1" required />
        )}
      </BoundField>
      <BoundField control={control} name={name('company')}>
        {(field) => (
          <ChoiceField
            {...field}
            label={t('company')}
            autoComplete="organization"
            emptyLabel={onlyCompany ? null : t('noCompany')}
            choices={companies
              .filter(({ id }) => id !== withoutCompany)
              .map((company) => ({ value: String(company.id), label: company.name }))}
            help={companyHelp}
          />
        )}
      </BoundField>
      {error ? (
        <ErrorState
          title={t('noCompanies', { error: words(error.message) })}
          error={null}
          onRetry={() => void refetch()}
        />
      ) : null}
    </Stack>
  );
}

/** The values in the form of the request. An empty choice claims no company. */
export const withCompany = <Typed extends { company: string }>({ company, ...typed }: Typed) => ({
  ...typed,
  company: company === '' ? null : Number(company),
});
