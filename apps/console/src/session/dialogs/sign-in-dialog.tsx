import type { ComponentProps, ReactNode } from 'react';
import { useEffect } from 'react';
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  FormProvider,
  useForm,
  type UseFormReturn,
} from 'react-hook-form';
import { browserNow } from '../../api/server-time.js';
import { FormDialog } from '../../ui/dialogs/form-dialog.js';
import { keepTyped, keptSignIn } from '../sign-in/kept-sign-in.js';
import type { SignInStep } from '../sign-in/sign-in-step.js';
import { tabStorage } from '../storage/browser-storage.js';
import { showAtFields, type StepProps, useAttempt } from './use-attempt.js';

/**
 * The form of a step of a sign-in, and the steps that it takes.
 * `fields`: those at which the API says what is wrong with them.
 */
export function useStep<Typed extends FieldValues>(
  { go, onClose }: StepProps,
  username: string,
  defaultValues: DefaultValues<Typed>,
  fields: readonly FieldPath<Typed>[] = [],
) {
  const form = useForm<Typed>({ defaultValues });
  useKeptFields(form);
  return { form, onClose, ...useAttempt({ go }, username, showAtFields(form.setError, fields)) };
}

type Words = Omit<ComponentProps<typeof FormDialog>, 'open' | 'onSubmit' | 'onClose' | 'busy' | 'dirty' | 'error'>;

/** Fills the form with what was typed before a reload, and keeps what is typed. */
function useKeptFields<Typed extends FieldValues>(form: UseFormReturn<Typed>): void {
  useEffect(() => {
    const typed = Object.entries(keptSignIn(tabStorage, browserNow())?.typed ?? {});
    for (const [name, value] of typed) {
      if (form.getValues(name as FieldPath<Typed>) === undefined) continue;
      form.setValue(name as FieldPath<Typed>, value as never, { shouldDirty: true });
    }
    return form.subscribe({ formState: { values: true }, callback: ({ values }) => keepTyped(tabStorage, values) });
  }, [form]);
}

interface SignInDialogProps<Typed extends FieldValues> extends Words {
  readonly step: ReturnType<typeof useStep<Typed>>;
  /** What the submit does, with what was typed. */
  readonly take: (typed: Typed, signal: AbortSignal) => Promise<SignInStep>;
  /** Shown unless a step has failed. */
  readonly notice?: Error | null;
  readonly children?: ReactNode;
}

/** The dialog of a step of a sign-in: it takes the place of the one before, and says of a failure what the provider says. */
export function SignInDialog<Typed extends FieldValues>({
  step: { form, attempt, busy, error: failure, onClose },
  take,
  notice = null,
  children,
  ...words
}: SignInDialogProps<Typed>) {
  const error = failure ?? notice;
  return (
    <FormDialog
      open
      instant
      maxWidth="xs"
      {...words}
      busy={busy}
      dirty={form.formState.isDirty && words.done !== true}
      error={error}
      {...(error && { errorTitle: error.message })}
      onClose={onClose}
      onSubmit={form.handleSubmit((typed) => attempt((signal) => take(typed, signal)))}
    >
      <FormProvider {...form}>{children}</FormProvider>
    </FormDialog>
  );
}
