import { isSame, merged } from '@throughline/domain';
import { useEffect, useRef, useState } from 'react';
import { type DefaultValues, type FieldPath, type FieldValues, type PathValue, useForm } from 'react-hook-form';
import { readPosition } from '../api/api.js';
import { ApiError } from '../api/api-error.js';
import { focusField } from '../ui/dialogs/dialog-focus.js';
import { schemaResolver } from '../ui/fields/schema-resolver.js';

/** What somebody who is about to act has seen of the values of the subject, and what has become of them since. */
export interface Revision<Values> {
  readonly seen: Values;
  /** The same for `seen` of the request, with the position of the log that the page had read then. */
  readonly stated: Stated<Values>;
  readonly present: Values;
  /** The values that somebody else has changed since, also those that are again as they were. */
  readonly changed: readonly (keyof Values & string)[];
  /** Of those that were changed when what is new was taken over: where what one has entered oneself stays. */
  readonly kept: readonly (keyof Values & string)[];
  /** Nothing of the act is saved before what is new was taken over, whatever is typed. */
  readonly isRefused: boolean;
  /** How often what is new was taken over. */
  readonly taken: number;
  /** The person knows what is new, and goes on from there. */
  readonly takeOver: () => void;
  /** The API has refused the act for changes of these values, which this page may not have heard of. */
  readonly refuse: (names: readonly string[]) => void;
}

type Stated<Values> = Values & { readonly position?: number | undefined };

/** What somebody sees now, for a request. What others change from now on refuses it, also if they change it back. */
export const asSeenNow = <Values extends object>(values: Values): Stated<Values> => ({
  ...values,
  position: readPosition(),
});

const NO_NAMES: readonly string[] = [];

/**
 * `present` is read again and again while the dialog is open; what it was at first is what the person has seen. `subject` tells one subject from
 * another, in a dialog that chooses it. `shown`: values that the request does not name in `seen`, so that a change of them does not refuse it.
 */
export function useRevision<Values extends object>(
  present: Values,
  { subject = '', shown = [] }: { readonly subject?: string | undefined; readonly shown?: readonly string[] } = {},
): Revision<Values> {
  const begin = () => ({ subject, seen: present, position: readPosition(), taken: 0, stirred: NO_NAMES });
  const [held, setHeld] = useState(begin);
  const of = held.subject === subject ? held : begin();
  const { seen, position, taken, stirred } = of;
  const names = Object.keys(present) as (keyof Values & string)[];
  const isStirred = (name: string) => stirred.includes(name);
  const newly = names.filter((name) => !isStirred(name) && !isSame(present[name], seen[name]));
  if (of !== held || newly.length > 0) setHeld({ ...of, stirred: [...stirred, ...newly] });
  // What is again as it was stays named: somebody gave a right meanwhile and took it away, and had a reason.
  const changed = names.filter((name) => isStirred(name) || newly.includes(name));
  return {
    ...{ seen, stated: { ...seen, position }, present, taken, changed, kept: [] },
    isRefused: changed.some((name) => !shown.includes(name)),
    takeOver: () => setHeld({ ...begin(), taken: taken + 1 }),
    refuse: (refused) =>
      setHeld({ ...of, stirred: [...new Set([...stirred, ...names.filter((name) => refused.includes(name))])] }),
  };
}

interface Replacing<Values, Premises, Typed, Besides, Body> {
  /** As they are, read again and again while the dialog is open. */
  readonly present: Values;
  /** Values that the act does not change, but on which the person based the decision: a change of them is shown too. */
  readonly premises?: Premises;
  /** Values whose change alone does not refuse the act: each is saved beside the others, or is only shown. None if left out. */
  readonly beside?: readonly NoInfer<keyof (Values & Premises) & string>[];
  /** As the fields hold them. */
  readonly typedOf: (values: Values & Premises) => Typed;
  /** What else is filled in, at first. */
  readonly besides: Besides;
  /** Of the request, whose body says in `seen` what the person saw. */
  readonly schema: {
    readonly safeParse: (values: unknown) => {
      readonly data?: Body | undefined;
      readonly error?: { readonly issues: readonly { path: readonly PropertyKey[]; message: string }[] } | undefined;
    };
  };
}

/**
 * The form of an act that replaces values which others may change meanwhile (decision 0101). What is typed stays until the person takes over
 * what is new: then the fields that they did not touch have the present values.
 */
export function useReplacing<
  Values extends object,
  Premises extends object,
  Typed extends FieldValues,
  Besides extends FieldValues,
  Body,
>({ present, premises, beside = [], typedOf, besides, schema }: Replacing<Values, Premises, Typed, Besides, Body>) {
  type Form = Typed & Besides;
  const revision = useRevision({ ...present, ...premises } as Values & Premises, {
    shown: beside,
  });
  const { seen, stated } = revision;
  const form = useForm<Form, unknown, Body>({
    defaultValues: { ...typedOf(revision.present), ...besides } as DefaultValues<Form>,
    resolver: schemaResolver({ safeParse: (typed) => schema.safeParse({ ...(typed as object), seen: stated }) }),
  });
  const [kept, setKept] = useState<readonly (keyof (Values & Premises) & string)[]>([]);
  const changedFirst = useRef<FieldPath<Form> | null>(null);
  useEffect(() => {
    if (changedFirst.current === null) return;
    const before = document.activeElement;
    form.setFocus(changedFirst.current);
    const field = document.activeElement;
    if (field !== before) focusField(field?.closest('form'), field);
  }, [revision.taken, form]);
  const takeOver = () => {
    const typed = form.getValues();
    const [before, now] = [typedOf(seen), typedOf(revision.present)];
    const wanted = Object.fromEntries(Object.keys(now).map((name) => [name, typed[name]])) as Typed;
    const own: FieldValues = { ...typed, ...merged({ now, wanted, seen: before }) };
    form.reset({ ...now, ...besides } as Form);
    for (const name of Object.keys(own) as FieldPath<Form>[]) {
      form.setValue(name, own[name] as PathValue<Form, typeof name>, { shouldDirty: true });
    }
    const changed = (Object.keys(now) as FieldPath<Form>[]).filter((name) => !isSame(now[name], before[name]));
    changedFirst.current = changed[0] ?? null;
    setKept(revision.changed.filter((name) => name in now && !isSame(own[name], now[name])));
    revision.takeOver();
  };
  /** Says what was refused at its field. */
  const onRefused = (error: Error) => {
    if (!isChangedMeanwhile(error)) return;
    for (const [path, message] of Object.entries(error.errors ?? {})) {
      form.setError(path as FieldPath<Form>, { type: 'refused', message });
    }
  };
  return { form, revision: { ...revision, kept, takeOver }, onRefused };
}

/** Nothing was saved, because somebody else has changed the same. */
export const isChangedMeanwhile = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code.endsWith('/changed-meanwhile');

/** Of an act that replaces the values. */
export interface ReplacingCommand {
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly reset: () => void;
}

/** The error for the dialog to show, beside what `ChangedMeanwhile` says. */
export const errorBeside = ({ changed }: { readonly changed: readonly string[] }, error: Error | null): Error | null =>
  isChangedMeanwhile(error) && changed.length > 0 ? null : error;
