import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type Resolver,
  useForm,
  type UseFormProps,
} from 'react-hook-form';
import { ApiError } from '../../api/api-error.js';
import type { SummaryFault } from './error-summary.js';
import { toastNotLoaded } from '../on-demand.js';

/** Where a form keeps what is typed, so that a reload does not lose it. */
export interface FormDraft<Values> {
  /** What was typed before, if it was not sent. Read once, before the first render of the form. */
  readonly load: () => Values | null;
  /** Returns whether the browser keeps it. */
  readonly save: (typed: Values) => boolean;
  readonly clear: () => void;
}

interface LoadedForm<Values extends FieldValues, Output, Answer> {
  /** The fields in the order of the screen, with what they hold at first. */
  readonly defaultValues: DefaultValues<Values> & object;
  /** Loads the schema, and zod with it, when the form is used. It must return the same module each time. */
  readonly loadRules: () => Promise<Resolver<Values, unknown, Output>>;
  /** Called before the rules and at a submit: Enter does not blur a field, so it may still be as it was typed. */
  readonly tidy?: (typed: Values) => Values;
  readonly send: (output: Output) => Promise<Answer>;
  readonly onSuccess?: (answer: Answer, sent: Output) => void;
  /** Fields that are put back to what they held at first when they were sent. One that was changed meanwhile keeps what was typed. */
  readonly emptied?: readonly FieldPath<Values>[];
  /** When a field that was refused is checked again: at once as it changes, if left out. */
  readonly reValidateMode?: UseFormProps['reValidateMode'];
  /** Cleared when the form is sent. */
  readonly draft?: FormDraft<Values>;
}

/**
 * A form of a page that loads no schema before somebody uses it. Nothing is red before the first submit; fields that the server refuses are
 * shown as those that the rules refuse, and the first of them is focused. A second submit while one runs is ignored. What is typed while the form is on its
 * way belongs to the next one: it stays, and is the draft.
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
    // Accepts everything while its rules cannot be loaded. A submit stops without them.
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
  /** What the fields held when they were sent. */
  const asSent = useRef<Values | null>(null);
  const isAsSent = (field: FieldPath<Values>) => getValues(field) === asSent.current?.[field];
  /** The next message was begun before the answer to this one was there: the answer stays until its writer pauses. */
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (formState.isSubmitting) return;
    sending.reset();
    // Before the rules are loaded and asked, during which a person may type on.
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
    /** Sets the fields of the form in which nothing was typed yet. */
    fillEmpty: (known: Partial<Record<FieldPath<Values>, unknown>>) => {
      for (const field of fields)
        if (typeof known[field] === 'string' && getValues(field) === '') setValue(field, known[field] as never);
    },
    /** Whether the form began with what was typed before. */
    isRestored: restored !== null,
    /** The browser does not keep what is typed. */
    isUnkept,
    /** Begins again with an empty form. */
    discard: () => {
      setAll(defaultValues as Values);
      forgetDraft();
    },
    summary: { faults, attempt: formState.submitCount },
    form: { noValidate: true, onSubmit: submit, onFocus: () => void loadRules().catch(() => undefined) },
    isSending: sending.isPending,
    answer: sending.data,
    /** For a form whose success is said beside it: it is not said any more when something else is typed. */
    untilTyped: {
      onInput: () => sending.isSuccess && !isWritingOn && sending.reset(),
      onBlur: () => setWritingOn(false),
    },
    /** Why it was not sent, if not for a field. */
    error: failed ? sending.error : null,
  };
}

const refusedFields = (error: unknown): readonly (readonly [field: string, message: string])[] =>
  Object.entries((error instanceof ApiError ? error.errors : null) ?? {});
