import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type Resolver,
  useForm,
  type UseFormProps,
} from 'react-hook-form';
import { ApiError, inDoubtOf } from '../../api/api-error.js';
import { onHeard } from '../../api/unanswered.js';
import type { KeptDraft } from '../../draft/kept-draft.js';
import type { SummaryFault } from './error-summary.js';
import { toastNotLoaded } from '../page/on-demand.js';

interface LoadedForm<Values extends FieldValues, Output, Answer> {
  /** The initial values of the fields, in the order of the screen. */
  readonly defaultValues: DefaultValues<Values> & object;
  /** Loads the schema, and zod with it, when the form is used. Must return the same module each time. */
  readonly loadRules: () => Promise<Resolver<Values, unknown, Output>>;
  /** Normalizes the values. Called before validation and at a submit, because Enter does not blur a field. */
  readonly tidy?: (typed: Values) => Values;
  readonly send: (output: Output) => Promise<Answer>;
  readonly onSuccess?: (answer: Answer, sent: Output) => void;
  /** Fields that are reset to their initial values after they were sent. A field that was changed meanwhile keeps its value. */
  readonly emptied?: readonly FieldPath<Values>[];
  /** When a refused field is validated again; by default on each change. */
  readonly reValidateMode?: UseFormProps['reValidateMode'];
  /** So that a reload does not lose what was typed. `send` passes its `keeper` to its command. Read once, before the first render. */
  readonly draft?: Omit<KeptDraft<Values, never>, 'keeper' | 'unanswered'>;
}

/**
 * A form of a page that loads no schema before the form is used. No error is shown before the first submit. Fields that the server refuses
 * are shown like invalid ones, and the first of them is focused. A second submit during a running one is ignored. Input during a submit
 * belongs to the next one: it stays, and is stored as the draft.
 */
export function useLoadedForm<Values extends FieldValues, Output, Answer>({
  defaultValues,
  loadRules,
  tidy = (typed) => typed,
  send,
  onSuccess,
  emptied = [],
  reValidateMode = 'onChange',
  draft,
}: LoadedForm<Values, Output, Answer>) {
  const id = useId();
  const fields = Object.keys(defaultValues) as FieldPath<Values>[];
  const idOf = (field: FieldPath<Values>) => `${id}-${field}`;
  const [resolver] = useState((): Resolver<Values, unknown, Output> => async (typed, context, options) => {
    const rules = await loadRules().catch(() => null);
    const values = tidy(typed);
    // Accepts everything while the schema cannot be loaded. A submit stops without the schema.
    return rules === null ? { values: values as unknown as Output, errors: {} } : rules(values, context, options);
  });
  const [restored, setRestored] = useState(() => draft?.load() ?? null);
  const [isUnkept, setUnkept] = useState(false);
  const { control, handleSubmit, setError, setValue, getValues, getFieldState, formState, subscribe } = useForm<
    Values,
    unknown,
    Output
  >({
    defaultValues: (restored as DefaultValues<Values> | null) ?? defaultValues,
    resolver,
    reValidateMode,
  });
  useEffect(
    () => draft && subscribe({ formState: { values: true }, callback: ({ values }) => setUnkept(!draft.save(values)) }),
    [draft, subscribe],
  );
  const setAll = (values: Values) => {
    for (const field of fields) if (values[field] !== getValues(field)) setValue(field, values[field]);
  };
  const forgetDraft = () => {
    draft?.clear();
    setRestored(null);
  };
  /** The values that were sent last. */
  const asSent = useRef<Values | null>(null);
  const isAsSent = (field: FieldPath<Values>) => getValues(field) === asSent.current?.[field];
  const [wasSentBefore, setSentBefore] = useState(false);
  /** The person began the next message before the answer to this one arrived. The answer is shown until they pause. */
  const [isWritingOn, setWritingOn] = useState(false);
  const sending = useMutation({
    mutationFn: send,
    onSuccess: (answer, sent) => {
      const isChanged = !fields.every(isAsSent);
      setWritingOn(isChanged);
      onSuccess?.(answer, sent);
      for (const field of emptied) if (isAsSent(field)) setValue(field, (defaultValues as Values)[field]);
      forgetDraft();
      if (isChanged) draft?.save(getValues());
    },
    onError: (error) => {
      for (const [field, message] of refusedFields(error).toReversed())
        setError(field as FieldPath<Values>, { type: 'server', message }, { shouldFocus: true });
    },
  });
  const settle = useEffectEvent(async () => {
    if ((await draft?.settle()) !== 'done') return;
    sending.reset();
    setSentBefore(true);
    // What was typed after it was sent is still stored.
    if (draft?.load() !== null) return;
    for (const field of emptied) setValue(field, (defaultValues as Values)[field]);
    setRestored(null);
  });
  useEffect(() => void settle(), []);
  const isInDoubt = inDoubtOf(sending) !== undefined;
  useEffect(() => (isInDoubt ? onHeard(() => void settle()) : undefined), [isInDoubt]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (formState.isSubmitting) return;
    sending.reset();
    setSentBefore(false);
    // Noted before the schema is loaded and applied, because the person may continue to type during that time.
    asSent.current = tidy(getValues());
    void handleSubmit(async (output) => {
      if (!(await loadRules().catch(toastNotLoaded))) return;
      setAll(tidy(getValues()));
      await sending.mutateAsync(output).catch(() => undefined);
    })(event);
  };
  const faults = fields.flatMap((field): readonly SummaryFault[] => {
    const message = getFieldState(field, formState).error?.message;
    return message === undefined ? [] : [{ id: idOf(field), message }];
  });
  const failed = sending.error !== null && refusedFields(sending.error).length === 0;
  return {
    control,
    idOf,
    /** Sets the fields that are still empty. */
    fillEmpty: (known: Partial<Record<FieldPath<Values>, unknown>>) => {
      for (const field of fields)
        if (typeof known[field] === 'string' && getValues(field) === '') setValue(field, known[field] as never);
    },
    /** Whether the form began with a stored draft. */
    isRestored: restored !== null,
    /** True if the browser does not store the draft. */
    isUnkept,
    /** Resets the form and deletes the draft. */
    discard: () => {
      setAll(defaultValues as Values);
      forgetDraft();
    },
    summary: { faults, attempt: formState.submitCount },
    form: { noValidate: true, onSubmit: submit, onFocus: () => void loadRules().catch(() => undefined) },
    isSending: sending.isPending,
    answer: sending.data,
    /** A message without an answer turned out to have been received. */
    wasSentBefore,
    /** Handlers for a form whose success is shown beside it: the message is removed when the person types again. */
    untilTyped: {
      onInput: () => {
        if (isWritingOn) return;
        setSentBefore(false);
        if (sending.isSuccess) sending.reset();
      },
      onBlur: () => setWritingOn(false),
    },
    /** The reason why the form was not sent, unless it is shown at a field. */
    error: failed ? sending.error : null,
  };
}

const refusedFields = (error: unknown): readonly (readonly [field: string, message: string])[] =>
  Object.entries((error instanceof ApiError ? error.errors : null) ?? {});
