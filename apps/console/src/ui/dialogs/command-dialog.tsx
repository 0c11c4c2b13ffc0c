import { type Endpoint, reasonBody, type RequestOf } from '@throughline/contracts';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useRef } from 'react';
import { type FieldValues, useForm, type UseFormReturn } from 'react-hook-form';
import { useCommand } from '../../api/use-command.js';
import { errorBeside, type ReplacingCommand } from '../../meanwhile/changed-meanwhile.js';
import { useLostAnswer } from '../../meanwhile/use-lost-answer.js';
import { toast } from '../announcer.js';
import { FormDialog } from './form-dialog.js';
import { ReasonField } from '../fields/reason-field.js';
import { schemaResolver } from '../fields/schema-resolver.js';

type Frame = Omit<ComponentProps<typeof FormDialog>, 'open' | 'onSubmit' | 'busy' | 'error' | 'dirty' | 'children'>;

interface CommandProps<E extends Endpoint, Given> extends Frame {
  readonly endpoint: E;
  /** What is sent, from what the form gives. */
  readonly request: (given: Given) => RequestOf<E>;
  /** Announced once it is done. */
  readonly doneWords: string | ((request: RequestOf<E>) => string);
  /** Queries that are read again after every answer: somebody else may have changed the same, and a refusal is the first that one hears of it. */
  readonly reads?: readonly QueryKey[];
  /** Called after every answer, for the same. */
  readonly onSettled?: () => void;
  /** Called after a success. */
  readonly onDone?: () => void;
  /** Called with a refusal, to say it at its field. */
  readonly onRefused?: (error: Error) => void;
  /** What has become of the subject since the dialog was opened: what `ChangedMeanwhile` says of it is not said twice. */
  readonly revision?: { readonly changed: readonly string[] };
  /** The error to show of the one that came; another is said elsewhere. */
  readonly errorOf?: (error: Error | null) => Error | null;
  /** Of the form; left out: of what was typed. */
  readonly dirty?: boolean;
  /** A function is given the command, for `ChangedMeanwhile`. */
  readonly children?: ReactNode | ((command: ReplacingCommand) => ReactNode);
}

interface CommandDialogProps<E extends Endpoint, Typed extends FieldValues, Given> extends CommandProps<E, Given> {
  readonly form: UseFormReturn<Typed, unknown, Given>;
}

/**
 * A dialog with a form that sends one command: what was done is announced, what it is about is read again, and the dialog closes unless something else was typed
 * meanwhile. A refusal is shown in it, and
 * what was typed stays.
 */
export function CommandDialog<E extends Endpoint, Typed extends FieldValues, Given>({
  endpoint,
  form,
  request,
  doneWords,
  reads = [],
  onSettled,
  onDone,
  onRefused,
  revision,
  errorOf = (error) => error,
  dirty,
  children,
  ...frame
}: CommandDialogProps<E, Typed, Given>) {
  const queries = useQueryClient();
  const readAgain = () => {
    for (const queryKey of reads) void queries.invalidateQueries({ queryKey });
    onSettled?.();
  };
  const sent = useRef('');
  const send = (given: Given) => {
    sent.current = JSON.stringify(form.getValues());
    command.mutate(request(given));
  };
  const command = useCommand(endpoint, {
    onSuccess: (_, done) => {
      toast(typeof doneWords === 'string' ? doneWords : doneWords(done));
      onDone?.();
      // Of an answer that came late: what was typed since is not in it.
      if (JSON.stringify(form.getValues()) === sent.current) frame.onClose();
      readAgain();
    },
    onError: (error) => {
      onRefused?.(error);
      readAgain();
    },
  });
  // What was changed since may be what this command did, whose answer was lost.
  useLostAnswer(command, (revision?.changed.length ?? 0) > 0);
  const error = errorOf(command.error);
  return (
    <FormDialog
      {...frame}
      open
      dirty={dirty ?? form.formState.isDirty}
      busy={command.isPending}
      error={revision ? errorBeside(revision, error) : error}
      onSubmit={form.handleSubmit(send, command.reset)}
    >
      {typeof children === 'function' ? children(command) : children}
    </FormDialog>
  );
}

interface Reason {
  readonly reason: string;
}

/** The same for an act of which the reason is asked, and nothing else. What it says besides is above the field. */
export function ReasonCommandDialog<E extends Endpoint>({ children, ...props }: CommandProps<E, Reason>) {
  const form = useForm({ defaultValues: { reason: '' }, resolver: schemaResolver(reasonBody) });
  return (
    <CommandDialog {...props} form={form}>
      {(command) => (
        <>
          {typeof children === 'function' ? children(command) : children}
          <ReasonField control={form.control} autoFocus />
        </>
      )}
    </CommandDialog>
  );
}
