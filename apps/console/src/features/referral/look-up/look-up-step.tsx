import { LOOK_UP_FAILED, type LookUpFields, type LookUpProof } from '@throughline/contracts';
import type { LookUp, Payor } from '@throughline/domain';
import { Alert, Box, Button, Stack, Typography } from '@mui/material';
import { ApiError } from '../../../api/api-error.js';
import { call } from '../../../api/api.js';
import { BoundField } from '../../../ui/fields/bound-field.js';
import { typedDate } from '../../../ui/words/calendar.js';
import { DateField, daysOfBirth } from '../../../ui/fields/date/date-field.js';
import { ErrorState } from '../../../ui/page/error-state.js';
import { TextField } from '../../../ui/fields/text-field.js';
import { useLoadedForm } from '../../../ui/fields/use-loaded-form.js';
import english from '../../../../texts/en/look-up.json' with { type: 'json' };
import { textsOf, useWords } from '../../../language/language.js';

const useTexts = textsOf('look-up', english);

interface LookUpStepProps {
  readonly lookUp: LookUp;
  readonly payor: Payor;
  /** Whether the person returned from the order form. If so, the first field gets the focus. */
  readonly again: boolean;
  readonly onMatch: (proof: LookUpProof) => void;
}

const EMPTY: LookUpFields = { medicaidId: '', dateOfBirth: '' };

const loadRules = async () => (await import('./look-up-rules.js')).lookUpResolver;

/**
 * Looks up the member before the order form opens (ordering specification, section 2). The answer is the same for an unknown member and for
 * one who has already redeemed.
 */
export function LookUpStep({ lookUp, payor, again, onMatch }: LookUpStepProps) {
  const t = useTexts();
  const words = useWords();
  const search = useLoadedForm<LookUpFields, LookUpFields, { readonly id: string }>({
    defaultValues: EMPTY,
    loadRules,
    tidy: ({ medicaidId, dateOfBirth }) => ({
      medicaidId: medicaidId.trim(),
      dateOfBirth: typedDate(dateOfBirth) ?? dateOfBirth,
    }),
    send: (fields) => call('POST /eligible-patients/look-up', { body: { ...fields, companyId: payor.companyId } }),
    onSuccess: ({ id }, { medicaidId, dateOfBirth }) =>
      onMatch({ eligiblePatientId: id, verifyInfo: { medicaidId, DOB: dateOfBirth } }),
    reValidateMode: 'onSubmit',
  });
  const { control, idOf, error } = search;
  const notEligible = error instanceof ApiError && error.code === 'eligibility/not-eligible';
  return (
    <Box component="form" aria-label={t('form')} {...search.form} sx={{ maxWidth: 480 }}>
      <Stack sx={{ gap: 2, alignItems: 'flex-start' }}>
        <Typography>{t('about')}</Typography>
        <BoundField control={control} name="medicaidId">
          {(field) => (
            <TextField {...field} id={idOf('medicaidId')} label={t('medicaidId')} required autoFocus={again} />
          )}
        </BoundField>
        <BoundField control={control} name="dateOfBirth">
          {(field) => <DateField {...field} id={idOf('dateOfBirth')} label={t('dob')} required days={daysOfBirth()} />}
        </BoundField>
        {/* The button is not disabled while the look-up runs, because a disabled button loses the focus. A second submit is ignored. */}
        <Button type="submit" variant="contained" aria-busy={search.isSending}>
          {t(search.isSending ? 'lookingUp' : 'lookUp')}
        </Button>
        {notEligible ? <Alert severity="warning">{words(lookUp.notEligible)}</Alert> : null}
        {error !== null && !notEligible ? <ErrorState title={LOOK_UP_FAILED} error={error} /> : null}
      </Stack>
    </Box>
  );
}
