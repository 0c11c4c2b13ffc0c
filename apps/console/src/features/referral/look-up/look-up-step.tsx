import { LOOK_UP_FAILED, type LookUpFields, type LookUpProof } from '@throughline/contracts';
import type { LookUp, Payor } from '@throughline/domain';
import { Alert, Box, Button, Stack, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId } from 'react';
import { type FieldPath, type Resolver, useForm } from 'react-hook-form';
import { ApiError } from '../../../api/api-error.js';
import { call } from '../../../api/api.js';
import { BoundField } from '../../../ui/bound-field.js';
import { typedDate } from '../../../ui/calendar.js';
import { DateField, daysOfBirth } from '../../../ui/date-field.js';
import { ErrorState } from '../../../ui/error-state.js';
import { sayNotLoaded } from '../../../ui/on-demand.js';
import { TextField } from '../../../ui/text-field.js';

interface LookUpStepProps {
  readonly lookUp: LookUp;
  readonly payor: Payor;
  /** The person comes back from the order form: the first field gets the focus. */
  readonly again: boolean;
  readonly onMatch: (proof: LookUpProof) => void;
}

const loadRules = () => import('./look-up-rules.js');

/** Accepts everything while its rules cannot be loaded. A submit stops without them. */
const resolver: Resolver<LookUpFields> = async (typed, context, options) => {
  const rules = await loadRules().catch(() => null);
  // Enter does not blur the field, so the date may still be as it was typed.
  const values = { ...typed, dateOfBirth: typedDate(typed.dateOfBirth) ?? typed.dateOfBirth };
  return rules === null ? { values, errors: {} } : rules.lookUpResolver(values, context, options);
};

/** Looks up the member before the order form opens (ordering specification, section 2). Unknown and redeemed members get one answer. */
export function LookUpStep({ lookUp, payor, again, onMatch }: LookUpStepProps) {
  const id = useId();
  const { control, handleSubmit, setError, setValue, formState } = useForm<LookUpFields>({
    defaultValues: { medicaidId: '', dateOfBirth: '' },
    resolver,
    reValidateMode: 'onSubmit',
  });
  const search = useMutation({
    mutationFn: (fields: LookUpFields) =>
      call('POST /eligible-patients/look-up', { body: { ...fields, companyId: payor.companyId } }),
    onSuccess: (found, { medicaidId, dateOfBirth }) =>
      onMatch({ eligiblePatientId: found.id, verifyInfo: { medicaidId, DOB: dateOfBirth } }),
    onError: (error) => {
      const refused = Object.entries((error instanceof ApiError ? error.errors : null) ?? {});
      for (const [field, message] of refused.toReversed())
        setError(field as FieldPath<LookUpFields>, { type: 'server', message }, { shouldFocus: true });
    },
  });

  const lookUpMember = async (fields: LookUpFields) => {
    if (!(await loadRules().catch(sayNotLoaded))) return;
    setValue('medicaidId', fields.medicaidId);
    setValue('dateOfBirth', fields.dateOfBirth);
    await search.mutateAsync(fields).catch(() => undefined);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (formState.isSubmitting) return;
    search.reset();
    void handleSubmit(lookUpMember)(event);
  };

  const notEligible = search.error instanceof ApiError && search.error.code === 'eligibility/not-eligible';
  const failed = search.error !== null && !notEligible && !(search.error instanceof ApiError && search.error.errors);
  return (
    <Box
      component="form"
      noValidate
      aria-label="Lookup"
      onSubmit={submit}
      onFocus={() => void loadRules().catch(() => undefined)}
      sx={{ maxWidth: 480 }}
    >
      <Stack sx={{ gap: 2, alignItems: 'flex-start' }}>
        <Typography>Enter the member’s Medicaid ID and date of birth to open the order form.</Typography>
        <BoundField control={control} name="medicaidId">
          {(field) => <TextField {...field} id={`${id}-medicaid`} label="Medicaid ID" required autoFocus={again} />}
        </BoundField>
        <BoundField control={control} name="dateOfBirth">
          {(field) => <DateField {...field} id={`${id}-dob`} label="DOB" required days={daysOfBirth()} />}
        </BoundField>
        {/* Not disabled while the look-up runs, as a disabled button loses the focus. A second submit is ignored. */}
        <Button type="submit" variant="contained" aria-busy={search.isPending}>
          {search.isPending ? 'Looking up…' : 'Lookup'}
        </Button>
        {notEligible ? <Alert severity="warning">{lookUp.notEligible}</Alert> : null}
        {failed ? <ErrorState title={LOOK_UP_FAILED} error={search.error} /> : null}
      </Stack>
    </Box>
  );
}
