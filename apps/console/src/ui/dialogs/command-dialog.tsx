import type { AnswerOf, Endpoint, RequestOf } from '@throughline/contracts';
import { useMutation } from '@tanstack/react-query';
import { Stack } from '@mui/material';
import { type ComponentProps, type ReactNode, useEffect } from 'react';
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form';
import { inDoubtOf, isInDoubt } from '../../api/api-error.js';
import { type AttemptKeeper, useCommand } from '../../api/use-command.js';
import { useLostValues } from '../../draft/lost-values.js';
import { type AnyDraft, useFormDraft } from '../../draft/use-draft.js';
import {
  errorBeside,
  isChangedMeanwhile,
  type ReplacingCommand,
  type Revision,
} from '../../meanwhile/use-replacing.js';
import type { Watching } from '../../meanwhile/watched.js';
import { useLostAnswer } from '../../meanwhile/use-lost-answer.js';
import { useAskBeforeUnload } from '../ask-before-unload.js';
import { NotKept } from '../fields/not-kept.js';
import { type AnswerHandlers, useAnswerHandlers } from './answer-handlers.js';
import { DraftFound } from './draft-found.js';
import { FormDialog } from './form-dialog.js';

type Words = Omit<
  ComponentProps<typeof FormDialog>,
  'open' | 'onSubmit' | 'onLeave' | 'busy' | 'changeable' | 'error' | 'errorAdvice' | 'children'
>;

/** `Given` is the output of the form, `Sent` is the request, `Values` are those of the subject. */
interface SendingProps<Typed extends FieldValues, Given, Sent, Answer, Values extends object>
  extends Words, AnswerHandlers<Sent, Answer> {
  /** Provides the form to the fields. Left out for a dialog without react-hook-form. */
  readonly form?: UseFormReturn<Typed, unknown, Given>;
  /** Converts the output of the form to the request. */
  readonly request: (given: Given) => Sent;
  /** Validates and sends, in place of the form's own submit. */
  readonly submit?: (send: (given: Given) => void) => () => unknown;
  /** How the subject has changed since the dialog was opened. An error that the notice already explains is not shown again. */
  readonly revision?: Revision<Values>;
  /** How changes of the subject are described. Left out for a dialog that describes them in its `notice`, as of tasks and accounts. */
  readonly watches?: Watching<Values> | undefined;
  /** False: the command replaces nothing, so changes of the subject are neither its effect nor taken over. */
  readonly takesOver?: boolean;
  /** Selects the error to show; null if it is shown elsewhere. */
  readonly errorOf?: (error: Error | null) => Error | null;
  /** Nothing is left to send, but for a command without an answer, which may be sent again. */
  readonly hasNothingLeft?: boolean;
  /** Advice on an error. */
  readonly adviceOn?: (error: Error) => string | undefined;
  /** Shown above the fields. A function receives the command, as `ChangedMeanwhile` needs it. */
  readonly notice?: ReactNode | ((command: ReplacingCommand) => ReactNode);
  /** Stores what is typed until it is sent or discarded. A dialog without react-hook-form stores it itself. */
  readonly draft?: AnyDraft<Sent> | undefined;
  /** A reload restores what is typed, without a `draft`. */
  readonly outlastsReload?: boolean;
  /** The fields, one below the other. */
  readonly children?: ReactNode;
}

interface FrameProps<Typed extends FieldValues, Given, Sent, Answer, Values extends object> extends SendingProps<
  Typed,
  Given,
  Sent,
  Answer,
  Values
> {
  readonly command: ReplacingCommand & {
    readonly variables: Sent | undefined;
    readonly mutate: (sent: Sent) => void;
    readonly askAgain?: (sent: Sent) => void;
    readonly isAsking?: boolean;
  };
  readonly begin: (sent: Sent) => void;
  /** Whether the form is as it was when this was sent. */
  readonly isAsSent: (sent: Sent) => boolean;
  readonly leave: () => void;
  /** The form was filled with what a lost page had of it. */
  readonly isFoundAgain?: boolean;
}

const FOUND_AGAIN = { found: true, fate: null };

function Frame<Typed extends FieldValues, Given, Sent, Answer, Values extends object>({
  command,
  begin,
  isAsSent,
  leave,
  isFoundAgain = false,
  form,
  request,
  submit = (send) => form?.handleSubmit(send, command.reset) ?? (() => send(undefined as Given)),
  revision,
  watches,
  takesOver = true,
  errorOf = (error) => error,
  refusedAt = () => null,
  dirty = form?.formState.isDirty ?? false,
  adviceOn,
  notice,
  draft,
  outlastsReload = false,
  onClose,
  submitDisabled = false,
  hasNothingLeft = false,
  children,
  ...words
}: FrameProps<Typed, Given, Sent, Answer, Values>) {
  // That nothing was saved because of a concurrent change is said above the fields as well.
  const isSaidAtFields = (refused: Error) =>
    !isChangedMeanwhile(refused) && Object.keys(refusedAt(refused) ?? {}).length > 0;
  const error = command.error && isSaidAtFields(command.error) ? null : errorOf(command.error);
  const { isUnkept } = useFormDraft(form, draft);
  const isStored = outlastsReload || (draft !== undefined && draft !== null && !isUnkept);
  useAskBeforeUnload(dirty && !isStored && !command.isPending);
  const unanswered = inDoubtOf(command);
  const discard = () => {
    draft?.clear();
    if (unanswered === undefined || !command.askAgain) return onClose();
    // Closing takes nothing back. What became of the command is announced when it is known.
    command.askAgain(unanswered);
    leave();
  };
  const send = submit((given) => {
    const sent = request(given);
    begin(sent);
    command.mutate(sent);
  });
  const fields = children === undefined ? null : <Stack spacing={2}>{children}</Stack>;
  return (
    <FormDialog
      {...words}
      open
      dirty={dirty}
      onClose={discard}
      onLeave={leave}
      busy={command.isPending}
      changeable={command.isAsking === true}
      errorAdvice={command.error ? adviceOn?.(command.error) : undefined}
      error={revision && takesOver ? errorBeside(revision, error) : error}
      submitDisabled={submitDisabled || (hasNothingLeft && unanswered === undefined)}
      // The same command again, whatever it has done to the subject meanwhile.
      onSubmit={() => (unanswered !== undefined && isAsSent(unanswered) ? command.mutate(unanswered) : send())}
    >
      <DraftFound draft={isFoundAgain ? FOUND_AGAIN : form && draft} />
      <NotKept shown={isUnkept} />
      {revision && watches ? watches({ revision, command, takesOver }) : null}
      {typeof notice === 'function' ? notice(command) : notice}
      {form ? <FormProvider {...form}>{fields}</FormProvider> : fields}
    </FormDialog>
  );
}

export interface CommandDialogProps<
  E extends Endpoint,
  Typed extends FieldValues,
  Given,
  Values extends object = object,
> extends SendingProps<Typed, Given, RequestOf<E>, AnswerOf<E>, Values> {
  readonly endpoint: E;
  /** Keeps the key of the command with what was typed elsewhere and is sent with it. A dialog with a `draft` has that of the draft. */
  readonly keeper?: AttemptKeeper<RequestOf<E>> | undefined;
}

/**
 * A dialog that sends one command. A success is announced, its queries are read again, and the dialog closes, unless something else was
 * typed meanwhile. A refusal is shown in the dialog, and what was typed stays.
 */
export function CommandDialog<E extends Endpoint, Typed extends FieldValues, Given, Values extends object>({
  endpoint,
  keeper: given,
  ...props
}: CommandDialogProps<E, Typed, Given, Values>) {
  const { draft, request, form } = props;
  const { isFound, end, markSent } = useLostValues(form, () =>
    draft === undefined ? subjectOf(endpoint, request, form) : null,
  );
  const onClose = () => {
    end();
    props.onClose();
  };
  const leadsTo = (answer: AnswerOf<E>, sent: RequestOf<E>) => {
    end();
    return props.leadsTo?.(answer, sent);
  };
  const { handlers, ...frame } = useAnswerHandlers({ ...props, onClose, ...(props.leadsTo && { leadsTo }) });
  const keeper = draft?.keeper ?? given;
  const command = useCommand(endpoint, { ...handlers, ...(keeper && { keeper }) });
  const mayBeSaved = command.isPending || isInDoubt(command.error);
  useEffect(() => markSent(mayBeSaved), [markSent, mayBeSaved]);
  const { revision, takesOver = true } = props;
  // A change of the subject may be the effect of this command if its answer was lost.
  useLostAnswer(command, takesOver && (revision?.changed.length ?? 0) > 0);
  return <Frame {...props} {...frame} onClose={onClose} isFoundAgain={isFound} command={command} />;
}

/** The same for each dialog that sends this command about the same subject. */
function subjectOf<Given>(
  endpoint: Endpoint,
  request: (given: Given) => unknown,
  form: { readonly getValues: () => unknown } | undefined,
): string | null {
  try {
    const { params = null } = request(form?.getValues() as Given) as { readonly params?: unknown };
    return `${endpoint} ${JSON.stringify(params)}`;
  } catch {
    return null; // It takes only what was checked.
  }
}

export interface ChangeDialogProps<Typed extends FieldValues, Given, Sent, Answer> extends SendingProps<
  Typed,
  Given,
  Sent,
  Answer,
  object
> {
  readonly change: (sent: Sent) => Promise<Answer>;
}

/** Like `CommandDialog`, for a change that is not a command of the API, for example at the identity provider. */
export function ChangeDialog<Typed extends FieldValues, Given, Sent, Answer>({
  change,
  ...props
}: ChangeDialogProps<Typed, Given, Sent, Answer>) {
  const { handlers, ...frame } = useAnswerHandlers(props);
  return <Frame {...props} {...frame} command={useMutation({ mutationFn: change, ...handlers })} />;
}
