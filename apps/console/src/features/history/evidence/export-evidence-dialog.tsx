import { exportEvidenceBody } from '@throughline/contracts';
import { FormControl, FormControlLabel, FormHelperText, FormLabel, Radio, RadioGroup, Typography } from '@mui/material';
import { useId } from 'react';
import { useController, useForm } from 'react-hook-form';
import { announce, toast } from '../../../ui/announcer.js';
import { CommandDialog } from '../../../ui/dialogs/command-dialog.js';
import { BoundText } from '../../../ui/fields/bound-text.js';
import { schemaResolver } from '../../../ui/fields/schema-resolver.js';
import { EVIDENCE_QUERY } from './use-evidence.js';

interface Typed {
  hasPersonalData: boolean | null;
  reason: string;
}
interface Given {
  readonly hasPersonalData: boolean;
  readonly reason: string;
}

interface ExportEvidenceProps {
  readonly id: string;
  readonly noun: string;
  readonly onClose: () => void;
}

/** Asks what the export is to contain, and what it is for. */
export function ExportEvidenceDialog({ id, noun, onClose }: ExportEvidenceProps) {
  const form = useForm<Typed, unknown, Given>({
    defaultValues: { hasPersonalData: null, reason: '' },
    resolver: schemaResolver(exportEvidenceBody) as never,
  });
  return (
    <CommandDialog
      form={form}
      endpoint="POST /referrals/referral/{id}/evidence"
      request={(body: Given) => ({ params: { id }, body })}
      reads={[[EVIDENCE_QUERY, id]]}
      title="Export evidence"
      about={`A ZIP with every signed event and viewing of this ${noun}, which others verify without the portal. It can be downloaded here for a day.`}
      submitLabel="Export"
      onDone={({ isNew }) =>
        isNew
          ? announce('The export has begun')
          : toast('An export was running already. It is shown on the page; nothing else was begun.', 'info')
      }
      onClose={onClose}
    >
      <PersonalData noun={noun} />
      <BoundText
        name="reason"
        label="Reason"
        help="What the export is for. Audit shows it with your name."
        rows={2}
        required
      />
    </CommandDialog>
  );
}

const CHOICES = [
  {
    hasPersonalData: true,
    label: 'With personal data',
    about: (noun: string) =>
      `The ${noun} itself: what every event says, its files, and who saw it. Hand it out as you would the ${noun}.`,
  },
  {
    hasPersonalData: false,
    label: 'Without personal data',
    about: () =>
      'When something of which kind happened, and that it was signed. No names, contents or files. It still verifies.',
  },
] as const;

function PersonalData({ noun }: { readonly noun: string }) {
  const id = useId();
  const { field, fieldState } = useController<Typed, 'hasPersonalData'>({ name: 'hasPersonalData' });
  const error = fieldState.error?.message;
  return (
    <FormControl error={error !== undefined}>
      <FormLabel id={`${id}-label`}>
        Contents
        <span aria-hidden> *</span>
      </FormLabel>
      <RadioGroup
        value={field.value === null ? '' : String(field.value)}
        onChange={(event) => field.onChange(event.target.value === 'true')}
        onBlur={field.onBlur}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-error`}
        aria-required
        aria-invalid={error !== undefined}
      >
        {CHOICES.map(({ hasPersonalData, label, about }, index) => (
          <FormControlLabel
            key={label}
            value={String(hasPersonalData)}
            sx={{ alignItems: 'flex-start', mb: 1 }}
            control={
              <Radio
                autoFocus={index === 0}
                slotProps={{
                  input: { 'aria-describedby': `${id}-${index}`, ...(index === 0 && { ref: field.ref }) },
                }}
              />
            }
            label={
              <>
                <Typography sx={{ pt: 1 }}>{label}</Typography>
                <Typography id={`${id}-${index}`} variant="body2" color="textSecondary">
                  {about(noun)}
                </Typography>
              </>
            }
          />
        ))}
      </RadioGroup>
      <FormHelperText id={`${id}-error`}>{error}</FormHelperText>
    </FormControl>
  );
}
