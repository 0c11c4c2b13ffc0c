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

interface Ending<Sent, Answer> {
  /** Announced once it is done. Left out: what comes next says it. */
  readonly doneWords?: string | ((sent: Sent) => string);
  /** Queries that are read again after every answer: somebody else may have changed the same, and a refusal is the first that one hears of it. */
  readonly reads?: readonly QueryKey[];
  /** Called after every answer, for the same. */
  readonly onSettled?: () => void;
  /** Called after a success, and waited for, before the dialog closes. */
  readonly onDone?: (answer: Answer, sent: Sent) => unknown;
  /** What comes after a success, where the dialog does not just close. */
  readonly leadsTo?: (answer: Answer, sent: Sent) => unknown;
  /** Called with a refusal, to say it at its field, and waited for. */
  readonly onRefused?: (error: Error) => unknown;
  readonly onClose: () => void;
}

type Words = Omit<
  ComponentProps<typeof FormDialog>,
  'open' | 'onSubmit' | 'busy' | 'error' | 'errorAdvice' | 'children'
>;

/** `Given`: what the form gives; `Sent`: what is sent. */
interface SendingProps<Typed extends FieldValues, Given, Sent, Answer> extends Words, Ending<Sent, Answer> {
  /** Its fields are in a `FormProvider`. Left out: the dialog has no form of react-hook-form. */
  readonly form?: UseFormReturn<Typed, unknown, Given>;
  /** What is sent, from what the form gives. */
  readonly request: (given: Given) => Sent;
  /** Sends what is right and says what is wrong, in place of the form's own way. */
  readonly submit?: (send: (given: Given) => void) => () => unknown;
  /** What has become of the subject since the dialog was opened: what the notice says of it is not said twice. */
  readonly revision?: { readonly changed: readonly string[] };
  /** The error to show of the one that came; another is said elsewhere. */
  readonly errorOf?: (error: Error | null) => Error | null;
  /** What to do about an error. */
  readonly adviceOn?: (error: Error) => string | undefined;
  /** Above the fields, such as `ChangedMeanwhile`, which is given the command. */
  readonly notice?: ReactNode | ((command: ReplacingCommand) => ReactNode);
  /** Its fields, one below the other. */
  readonly children?: ReactNode;
}

/** What is done with the answer. `begin`: before the request is sent. */
function useEnding<Typed extends FieldValues, Given, Sent, Answer>(props: SendingProps<Typed, Given, Sent, Answer>) {
  const { form, doneWords, reads = [], onSettled, onDone, leadsTo, onRefused, onClose } = props;
  const typed = useRef<string>(undefined);
  const typedNow = () => form && JSON.stringify(form.getValues());
  const queries = useQueryClient();
  const readAgain = () => {
    for (const queryKey of reads) void queries.invalidateQueries({ queryKey });
    onSettled?.();
  };
  const begin = () => void (typed.current = typedNow());
  const ends = {
    onSuccess: async (answer: Answer, sent: Sent) => {
      if (onDone) await onDone(answer, sent);
      if (doneWords !== undefined) toast(typeof doneWords === 'string' ? doneWords : doneWords(sent));
      if (leadsTo) leadsTo(answer, sent);
      // Of an answer that came late: what was typed since is not in it.
      else if (typedNow() === typed.current) onClose();
      readAgain();
    },
    onError: async (error: Error) => {
      if (onRefused) await onRefused(error);
      readAgain();
    },
  };
  return { begin, ends };
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
 * A dialog that sends one command: what was done is announced, what it is about is read again, and the dialog closes unless something else was typed
 * meanwhile. A refusal is shown in it, and what was typed stays.
 */
export function CommandDialog<E extends Endpoint, Typed extends FieldValues, Given>({
  endpoint,
  ...props
}: CommandDialogProps<E, Typed, Given>) {
  const { begin, ends } = useEnding(props);
  const command = useCommand(endpoint, ends);
  // What was changed since may be what this command did, whose answer was lost.
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

/** The same for what is no command of the API, such as a change at the identity provider. */
export function ChangeDialog<Typed extends FieldValues, Given, Sent, Answer>({
  change,
  ...props
}: ChangeDialogProps<Typed, Given, Sent, Answer>) {
  const { begin, ends } = useEnding(props);
  return <Frame {...props} command={useMutation({ mutationFn: change, ...ends })} begin={begin} />;
}
