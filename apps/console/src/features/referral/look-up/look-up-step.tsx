import { LOOK_UP_FAILED, lookUpFields, type LookUpFields, type LookUpProof } from '@throughline/contracts';
import type { LookUp, Payor } from '@throughline/domain';
import { Alert, Box, Button, Stack, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { ApiError } from '../../../api/api-error.js';
import { DateField } from '../../../ui/date-field.js';
import { ErrorState } from '../../../ui/error-state.js';
import { TextField } from '../../../ui/text-field.js';
import { typedDate } from '../../../ui/typed-date.js';
import { lookUpEligiblePatient } from '../api/look-up-eligible-patient.js';
import { type LookUpFault, lookUpFaults } from './look-up-faults.js';

interface LookUpStepProps {
  readonly lookUp: LookUp;
  readonly payor: Payor;
  /** Comes back from the form: the first field is where to go on. */
  readonly again: boolean;
  readonly onMatch: (proof: LookUpProof) => void;
}

/** Who is ordered for, before the form opens (ordering specification, section 2). Unknown and used up look alike. */
export function LookUpStep({ lookUp, payor, again, onMatch }: LookUpStepProps) {
  const id = useId();
  const [typed, setTyped] = useState<LookUpFields>({ medicaidId: '', dateOfBirth: '' });
  const [faults, setFaults] = useState<LookUpFault>({});
  const form = useRef<HTMLFormElement>(null);
  const search = useMutation({
    mutationFn: (asked: LookUpFields) => lookUpEligiblePatient({ ...asked, companyId: payor.companyId }),
    onSuccess: (found, { medicaidId, dateOfBirth }) =>
      onMatch({ eligiblePatientId: found.id, verifyInfo: { medicaidId, DOB: dateOfBirth } }),
    onError: (error) => {
      if (error instanceof ApiError && error.errors !== null) show(error.errors);
    },
  });
  const type = (field: keyof LookUpFields) => (value: string) => setTyped((before) => ({ ...before, [field]: value }));

  function show(found: LookUpFault): void {
    setFaults(found);
    requestAnimationFrame(() => form.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus());
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (search.isPending) return;
    // Enter leaves no field, so a date may still be as it was typed.
    const asked = { ...typed, dateOfBirth: typedDate(typed.dateOfBirth) ?? typed.dateOfBirth };
    const { success, data, error } = lookUpFields.safeParse(asked);
    search.reset();
    if (!success) return show(lookUpFaults(error));
    setFaults({});
    setTyped(asked);
    search.mutate(data);
  }

  const notEligible = search.error instanceof ApiError && search.error.code === 'eligibility/not-eligible';
  const failed = search.error !== null && !notEligible && !(search.error instanceof ApiError && search.error.errors);
  return (
    <Box component="form" ref={form} noValidate aria-label="Lookup" onSubmit={submit} sx={{ maxWidth: 480 }}>
      <Stack sx={{ gap: 2, alignItems: 'flex-start' }}>
        <Typography>Enter the member’s Medicaid ID and date of birth to open the order form.</Typography>
        <TextField
          id={`${id}-medicaid`}
          label="Medicaid ID"
          required
          value={typed.medicaidId}
          onChange={type('medicaidId')}
          error={faults.medicaidId}
          autoFocus={again}
        />
        <DateField
          id={`${id}-dob`}
          label="DOB"
          required
          value={typed.dateOfBirth}
          onChange={type('dateOfBirth')}
          error={faults.dateOfBirth}
        />
        {/* Not disabled while it asks, which it does once only: a button that is keeps no focus. */}
        <Button type="submit" variant="contained" aria-busy={search.isPending}>
          {search.isPending ? 'Looking up…' : 'Lookup'}
        </Button>
        {notEligible ? <Alert severity="warning">{lookUp.notEligible}</Alert> : null}
        {failed ? <ErrorState title={LOOK_UP_FAILED} error={search.error} /> : null}
      </Stack>
    </Box>
  );
}
