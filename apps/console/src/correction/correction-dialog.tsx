import type { Endpoint } from '@throughline/contracts';
import { Box, Stack } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { type DefaultValues, type FieldPath, type FieldValues, useForm } from 'react-hook-form';
import { ApiError } from '../api/api-error.js';
import { isChangedMeanwhile } from '../meanwhile/use-replacing.js';
import { ErrorSummary, type SummaryFault } from '../ui/fields/error-summary.js';
import { type Fault, fieldId, inScreenOrder, labelOf, showField } from '../ui/fields/field-faults.js';
import { CommandDialog, type CommandDialogProps } from '../ui/dialogs/command-dialog.js';
import { fieldErrors } from '../ui/fields/schema-resolver.js';
import { CorrectedSince, type CorrectedSinceProps } from './corrected-since.js';

interface Correcting<Draft, Of> {
  /** The data that the person saw: the state when the dialog was opened. */
  readonly opened: Of;
  readonly draftOf: (of: Of) => Draft;
  /** Validates the draft by the schema of the request. */
  readonly faultsOf: (draft: Draft) => readonly Fault[];
  readonly reread: () => Promise<Of>;
}

/**
 * The form of a correction. If another person has corrected the same fields meanwhile, their changes are shown beside the fields, input
 * stays, and untouched fields take the new values.
 */
export function useCorrection<Draft extends FieldValues, Of>(correcting: Correcting<Draft, Of>) {
  const { opened, draftOf, faultsOf, reread } = correcting;
  const [seen, setSeen] = useState(opened);
  const [shown, setShown] = useState<readonly Fault[]>([]);
  const [attempt, setAttempt] = useState(0);
  const form = useForm<Draft>({
    defaultValues: draftOf(opened) as DefaultValues<Draft>,
    resolver: (draft) => {
      const faults = faultsOf(draft).map(({ path, message }) => [path, message] as const);
      return faults.length === 0 ? { values: draft, errors: {} } : { values: {}, errors: fieldErrors(faults) };
    },
    mode: 'onTouched',
    shouldFocusError: false,
  });
  const show = (faults: readonly Fault[]) => {
    const ordered = inScreenOrder(faults);
    setShown(ordered);
    setAttempt((before) => before + 1);
    const [first] = ordered;
    if (first) requestAnimationFrame(() => showField(fieldId(first.path)));
  };
  const onRefused = async (error: Error) => {
    if (!(error instanceof ApiError) || error.errors === null) return;
    // If this read fails, the fields keep their values, and the refusal states the saved ones.
    const latest = isChangedMeanwhile(error) ? await reread().catch(() => null) : null;
    if (latest !== null) {
      setSeen(latest);
      form.reset(draftOf(latest), { keepDirtyValues: true });
    }
    const found = Object.entries(error.errors).map(([path, message]) => ({ path, message }));
    for (const { path, message } of found) form.setError(path as FieldPath<Draft>, { type: 'refused', message });
    show(isChangedMeanwhile(error) ? found.map(withLabel) : found);
  };
  const submit = (send: (draft: Draft) => void) =>
    form.handleSubmit(
      (draft) => {
        setShown([]);
        send(draft);
      },
      () => show(faultsOf(form.getValues())),
    );
  return { seen, form, shown, attempt, onRefused, submit };
}

/** Adds the label to a conflict, which does not name its field as other messages do. */
const withLabel = ({ path, message }: Fault): Fault => {
  const label = labelOf(path);
  return { path, message: label === null ? message : `${label}: ${message}` };
};

/** Shown after a conflict, so that saving again replaces the other person's values deliberately. */
const SAVING_AGAIN =
  'What you have entered is still here, and the other fields show what is saved now. Saving again replaces what somebody else has saved in the fields below.';

/** The texts of every correction dialog. */
export const CORRECTION_WORDS = {
  submitLabel: 'Save correction',
  errorTitle: 'The correction was not saved',
  adviceOn: (error: Error) => (isChangedMeanwhile(error) ? SAVING_AGAIN : undefined),
} as const;

const bothChanged = (count: number) =>
  count === 1 ? 'One field that you have both changed' : `${count} fields that you have both changed`;

type Sent = 'title' | 'about' | 'endpoint' | 'request' | 'doneWords' | 'reads' | 'onSettled' | 'onClose';

interface CorrectionDialogProps<E extends Endpoint, Draft extends FieldValues> extends Pick<
  CommandDialogProps<E, Draft, Draft>,
  Sent
> {
  readonly correction: Omit<ReturnType<typeof useCorrection<Draft, unknown>>, 'seen'>;
  /** Converts the faults to entries of the error summary. */
  readonly summaryOf: (faults: readonly Fault[]) => readonly SummaryFault[];
  readonly corrected: Omit<CorrectedSinceProps, 'busy'>;
  readonly children: ReactNode;
}

export function CorrectionDialog<E extends Endpoint, Draft extends FieldValues>({
  correction: { form, shown, attempt, onRefused, submit },
  summaryOf,
  corrected,
  children,
  ...sent
}: CorrectionDialogProps<E, Draft>) {
  return (
    <CommandDialog
      {...CORRECTION_WORDS}
      {...sent}
      form={form}
      onRefused={onRefused}
      submit={submit}
      notice={({ error, isPending }) => (
        <>
          <CorrectedSince {...corrected} busy={isPending} />
          <Box sx={{ mt: error ? 2 : 0, mb: shown.length > 0 ? 4 : 0 }}>
            <ErrorSummary
              faults={summaryOf(shown)}
              attempt={attempt}
              title={isChangedMeanwhile(error) ? bothChanged(shown.length) : undefined}
            />
          </Box>
        </>
      )}
    >
      <Stack sx={{ gap: 4 }}>{children}</Stack>
    </CommandDialog>
  );
}
