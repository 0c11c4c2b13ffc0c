import type { AnswerOf, Endpoint, RequestOf } from '@throughline/contracts';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { Stack } from '@mui/material';
import { type ComponentProps, type ReactNode, useRef } from 'react';
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form';
import { useCommand } from '../../api/use-command.js';
import { errorBeside, type ReplacingCommand } from '../../meanwhile/use-replacing.js';
import { useLostAnswer } from '../../meanwhile/use-lost-answer.js';
import { toast } from '../announcer.js';
import { FormDialog } from './form-dialog.js';

interface AnswerHandlers<Sent, Answer> {
  /** Announced after a success. Left out if the next screen shows the success. */
  readonly doneWords?: string | ((sent: Sent) => string);
  /** Queries to read again after every answer: even a refusal may be caused by a change that the page does not show yet. */
  readonly reads?: readonly QueryKey[];
  /** Called after every answer, for the same reason as `reads`. */
  readonly onSettled?: () => void;
  /** Called after a success and awaited before the dialog closes. */
  readonly onDone?: (answer: Answer, sent: Sent) => unknown;
  /** Called after a success in place of closing the dialog. */
  readonly leadsTo?: (answer: Answer, sent: Sent) => unknown;
  /** Called with a refusal and awaited, for example to show it at a field. */
  readonly onRefused?: (error: Error) => unknown;
  readonly onClose: () => void;
}

type Words = Omit<
  ComponentProps<typeof FormDialog>,
  'open' | 'onSubmit' | 'busy' | 'error' | 'errorAdvice' | 'children'
>;

/** `Given` is the output of the form, `Sent` is the request. */
interface SendingProps<Typed extends FieldValues, Given, Sent, Answer> extends Words, AnswerHandlers<Sent, Answer> {
  /** Provides the form to the fields. Left out for a dialog without react-hook-form. */
  readonly form?: UseFormReturn<Typed, unknown, Given>;
  /** Converts the output of the form to the request. */
  readonly request: (given: Given) => Sent;
  /** Validates and sends, in place of the form's own submit. */
  readonly submit?: (send: (given: Given) => void) => () => unknown;
  /** How the subject has changed since the dialog was opened. An error that the notice already explains is not shown again. */
  readonly revision?: { readonly changed: readonly string[] };
  /** Selects the error to show; null if it is shown elsewhere. */
  readonly errorOf?: (error: Error | null) => Error | null;
  /** Advice on an error. */
  readonly adviceOn?: (error: Error) => string | undefined;
  /** Shown above the fields. A function receives the command, as `ChangedMeanwhile` needs it. */
  readonly notice?: ReactNode | ((command: ReplacingCommand) => ReactNode);
  /** The fields, one below the other. */
  readonly children?: ReactNode;
}

/** Handles the answer. `begin` must be called before the request is sent. */
function useAnswerHandlers<Typed extends FieldValues, Given, Sent, Answer>(
  props: SendingProps<Typed, Given, Sent, Answer>,
) {
  const { form, doneWords, reads = [], onSettled, onDone, leadsTo, onRefused, onClose } = props;
  const typed = useRef<string>(undefined);
  const typedNow = () => form && JSON.stringify(form.getValues());
  const queries = useQueryClient();
  const readAgain = () => {
    for (const queryKey of reads) void queries.invalidateQueries({ queryKey });
    onSettled?.();
  };
  const begin = () => void (typed.current = typedNow());
  const handlers = {
    onSuccess: async (answer: Answer, sent: Sent) => {
      if (onDone) await onDone(answer, sent);
      if (doneWords !== undefined) toast(typeof doneWords === 'string' ? doneWords : doneWords(sent));
      if (leadsTo) leadsTo(answer, sent);
      // After a late answer, the dialog stays open if something else was typed meanwhile, because the command did not contain it.
      else if (typedNow() === typed.current) onClose();
      readAgain();
    },
    onError: async (error: Error) => {
      if (onRefused) await onRefused(error);
      readAgain();
    },
  };
  return { begin, handlers };
}

interface FrameProps<Typed extends FieldValues, Given, Sent, Answer> extends SendingProps<Typed, Given, Sent, Answer> {
  readonly command: ReplacingCommand & { readonly mutate: (sent: Sent) => void };
  readonly begin: () => void;
}

function Frame<Typed extends FieldValues, Given, Sent, Answer>({
  command,
  begin,
  form,
  request,
  submit = (send) => form?.handleSubmit(send, command.reset) ?? (() => send(undefined as Given)),
  revision,
  errorOf = (error) => error,
  dirty = form?.formState.isDirty ?? false,
  adviceOn,
  notice,
  children,
  ...words
}: FrameProps<Typed, Given, Sent, Answer>) {
  const error = errorOf(command.error);
  const fields = children === undefined ? null : <Stack spacing={2}>{children}</Stack>;
  return (
    <FormDialog
      {...words}
      open
      dirty={dirty}
      busy={command.isPending}
      errorAdvice={command.error ? adviceOn?.(command.error) : undefined}
      error={revision ? errorBeside(revision, error) : error}
      onSubmit={submit((given) => {
        begin();
        command.mutate(request(given));
      })}
    >
      {typeof notice === 'function' ? notice(command) : notice}
      {form ? <FormProvider {...form}>{fields}</FormProvider> : fields}
    </FormDialog>
  );
}

export interface CommandDialogProps<E extends Endpoint, Typed extends FieldValues, Given> extends SendingProps<
  Typed,
  Given,
  RequestOf<E>,
  AnswerOf<E>
> {
  readonly endpoint: E;
}

/**
 * A dialog that sends one command. A success is announced, its queries are read again, and the dialog closes, unless something else was
 * typed meanwhile. A refusal is shown in the dialog, and what was typed stays.
 */
export function CommandDialog<E extends Endpoint, Typed extends FieldValues, Given>({
  endpoint,
  ...props
}: CommandDialogProps<E, Typed, Given>) {
  const { begin, handlers } = useAnswerHandlers(props);
  const command = useCommand(endpoint, handlers);
  // A change of the subject may be the effect of this command if its answer was lost.
  useLostAnswer(command, (props.revision?.changed.length ?? 0) > 0);
  return <Frame {...props} {...{ command, begin }} />;
}

export interface ChangeDialogProps<Typed extends FieldValues, Given, Sent, Answer> extends SendingProps<
  Typed,
  Given,
  Sent,
  Answer
> {
  readonly change: (sent: Sent) => Promise<Answer>;
}

/** Like `CommandDialog`, for a change that is not a command of the API, for example at the identity provider. */
export function ChangeDialog<Typed extends FieldValues, Given, Sent, Answer>({
  change,
  ...props
}: ChangeDialogProps<Typed, Given, Sent, Answer>) {
  const { begin, handlers } = useAnswerHandlers(props);
  return <Frame {...props} command={useMutation({ mutationFn: change, ...handlers })} begin={begin} />;
}
