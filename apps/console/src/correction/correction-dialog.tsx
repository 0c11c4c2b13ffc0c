import { Stack } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { type DefaultValues, type FieldPath, type FieldValues, FormProvider, useForm } from 'react-hook-form';
import { ApiError } from '../api/api-error.js';
import { isChangedMeanwhile } from '../meanwhile/use-replacing.js';
import { ErrorSummary, type SummaryFault } from '../ui/fields/error-summary.js';
import { type Fault, fieldId, inScreenOrder, labelOf, showField } from '../ui/fields/field-faults.js';
import { FormDialog } from '../ui/dialogs/form-dialog.js';
import { fieldErrors } from '../ui/fields/schema-resolver.js';
import { CorrectedSince, type CorrectedSinceProps } from './corrected-since.js';

interface Correcting<Draft, Of> {
  /** As it was when the dialog was opened: what the person saw. */
  readonly opened: Of;
  readonly draftOf: (of: Of) => Draft;
  /** By the rules of the request. */
  readonly faultsOf: (draft: Draft) => readonly Fault[];
  readonly reread: () => Promise<Of>;
}

/**
 * The form of a correction. If another person has corrected the same fields meanwhile, their changes are shown beside the fields, what was
 * typed stays, and fields that were not touched take the new values.
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
  /** For the command's `onError`. */
  const refused = async (error: Error) => {
    if (!(error instanceof ApiError) || error.errors === null) return;
    // Without an answer to that the fields keep what they show, and the refusal says what was saved.
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
  return { seen, form, shown, attempt, refused, submit };
}

/** For the summary: a collision does not name its field, as other messages do. */
const withLabel = ({ path, message }: Fault): Fault => {
  const label = labelOf(path);
  return { path, message: label === null ? message : `${label}: ${message}` };
};

/** After it was refused the dialog shows what is saved now, so that sending it again is meant. */
export const SAVING_AGAIN =
  'What you have entered is still here, and the other fields show what is saved now. Saving again replaces what somebody else has saved in the fields below.';

const bothChanged = (count: number) =>
  count === 1 ? 'One field that you have both changed' : `${count} fields that you have both changed`;

interface CorrectionDialogProps<Draft extends FieldValues> {
  readonly title: string;
  readonly about: string;
  readonly correction: Pick<ReturnType<typeof useCorrection<Draft, unknown>>, 'form' | 'shown' | 'attempt'>;
  /** A message of the summary for each fault. */
  readonly summaryOf: (faults: readonly Fault[]) => readonly SummaryFault[];
  readonly command: { readonly isPending: boolean; readonly error: Error | null };
  readonly onSubmit: () => unknown;
  readonly onClose: () => void;
  readonly corrected: Omit<CorrectedSinceProps, 'busy'>;
  readonly children: ReactNode;
}

export function CorrectionDialog<Draft extends FieldValues>({
  title,
  about,
  correction: { form, shown, attempt },
  summaryOf,
  command: { isPending, error },
  onSubmit,
  onClose,
  corrected,
  children,
}: CorrectionDialogProps<Draft>) {
  return (
    <FormDialog
      open
      title={title}
      about={about}
      submitLabel="Save correction"
      dirty={form.formState.isDirty}
      busy={isPending}
      error={error}
      errorTitle="The correction was not saved"
      errorAdvice={isChangedMeanwhile(error) ? SAVING_AGAIN : undefined}
      onClose={onClose}
      onSubmit={onSubmit}
    >
      <CorrectedSince {...corrected} busy={isPending} />
      <FormProvider {...form}>
        <Stack sx={{ gap: 4, mt: error ? 2 : 0 }}>
          <ErrorSummary
            faults={summaryOf(shown)}
            attempt={attempt}
            title={isChangedMeanwhile(error) ? bothChanged(shown.length) : undefined}
          />
          {children}
        </Stack>
      </FormProvider>
    </FormDialog>
  );
}
