import { isSame, merged } from '@throughline/domain';
import { useEffect, useRef, useState } from 'react';
import { type DefaultValues, type FieldPath, type FieldValues, type PathValue, useForm } from 'react-hook-form';
import { readPosition } from '../api/api.js';
import { ApiError } from '../api/api-error.js';
import { focusField } from '../ui/dialogs/dialog-focus.js';
import { schemaResolver } from '../ui/fields/schema-resolver.js';

/** The values of a subject that the author of a command has seen, and how they have changed since. */
export interface Revision<Values> {
  readonly seen: Values;
  /** The seen values for the request's `seen`, with the position of the log that the page had read. */
  readonly stated: Stated<Values>;
  readonly present: Values;
  /** The values that somebody else has changed since, including those that have been changed back. */
  readonly changed: readonly (keyof Values & string)[];
  /** The changed values at the last take-over for which the person's own input was kept. */
  readonly kept: readonly (keyof Values & string)[];
  /** The API would refuse the command until the person takes the changes over. */
  readonly isRefused: boolean;
  /** How often the person has taken changes over. */
  readonly taken: number;
  /** Accepts the present values as seen. */
  readonly takeOver: () => void;
  /** Marks values for whose changes the API refused the command, because this page may not have read them. */
  readonly refuse: (names: readonly string[]) => void;
}

type Stated<Values> = Values & { readonly position?: number | undefined };

const NO_NAMES: readonly string[] = [];

/**
 * Compares `present`, which is read repeatedly while the dialog is open, with its first value, which the person has seen. `subject`
 * identifies the subject in a dialog that lets the person choose it. `shown` names values that the request does not state in `seen`, so
 * that a change of them does not refuse it. `first` is what the person saw before the dialog opened, if that was not `present`.
 */
export function useRevision<Values extends object>(
  present: Values,
  {
    subject = '',
    shown = [],
    first = present,
  }: { readonly subject?: string | undefined; readonly shown?: readonly string[]; readonly first?: Values } = {},
): Revision<Values> {
  const begin = () => ({ subject, seen: present, position: readPosition(), taken: 0, everChanged: NO_NAMES });
  const [held, setHeld] = useState(() => ({ ...begin(), seen: first }));
  const of = held.subject === subject ? held : begin();
  const { seen, position, taken, everChanged } = of;
  const names = Object.keys(present) as (keyof Values & string)[];
  const wasEverChanged = (name: string) => everChanged.includes(name);
  const newly = names.filter((name) => !wasEverChanged(name) && !isSame(present[name], seen[name]));
  if (of !== held || newly.length > 0) setHeld({ ...of, everChanged: [...everChanged, ...newly] });
  // A value that was changed back stays listed: for example, somebody gave a right and removed it for a reason.
  const changed = names.filter((name) => wasEverChanged(name) || newly.includes(name));
  return {
    seen,
    stated: { ...seen, position },
    present,
    taken,
    changed,
    kept: [],
    isRefused: changed.some((name) => !shown.includes(name)),
    takeOver: () => setHeld({ ...begin(), taken: taken + 1 }),
    refuse: (refused) =>
      setHeld({
        ...of,
        everChanged: [...new Set([...everChanged, ...names.filter((name) => refused.includes(name))])],
      }),
  };
}

interface Replacing<Values, Premises, Typed, Besides, Body> {
  /** The present values, read repeatedly while the dialog is open. */
  readonly present: Values;
  /** Values that the command does not change, but on which the person based the decision. Changes of them are shown too. */
  readonly premises?: Premises;
  /** Names of values whose change alone does not refuse the command, because they are saved separately or only shown. */
  readonly savedSeparately?: readonly NoInfer<keyof (Values & Premises) & string>[];
  /** Converts the values to those of the form's fields. Left out: the fields have the present values, and nothing is an empty text. */
  readonly typedOf?: (values: Values & Premises) => Typed;
  /** Initial values of the other fields. Left out: an empty reason. */
  readonly otherDefaults?: Besides;
  /** The message at a field if nothing was changed, where saving would then do nothing and say that it was done. */
  readonly unchanged?: { readonly path: NoInfer<keyof Typed & string>; readonly message: string };
  /** The schema of the request's body, whose `seen` states what the person saw. */
  readonly schema: {
    readonly safeParse: (values: unknown) => {
      readonly data?: Body | undefined;
      readonly error?: { readonly issues: readonly { path: readonly PropertyKey[]; message: string }[] } | undefined;
    };
  };
}

/** The values as a form has them. */
type Filled<Values> = {
  [Name in keyof Values]: null extends Values[Name] ? NonNullable<Values[Name]> | '' : Values[Name];
};

/**
 * The form of a command that replaces values which others may change meanwhile (decision 0101). Input stays until the person takes the
 * changes over; fields that they did not touch then have the present values.
 */
export function useReplacing<
  Values extends object,
  Premises extends object,
  Body,
  Besides extends FieldValues = { reason: string },
  Typed extends FieldValues = Filled<Values>,
>({
  present,
  premises,
  savedSeparately = [],
  typedOf = (values) => filled(values, Object.keys(present)) as Typed,
  otherDefaults = { reason: '' } as unknown as Besides,
  unchanged,
  schema,
}: Replacing<Values, Premises, Typed, Besides, Body>) {
  type Form = Typed & Besides;
  const revision = useRevision({ ...present, ...premises } as Values & Premises, {
    shown: savedSeparately,
  });
  const { seen, stated } = revision;
  const safeParse = (typed: object) => {
    const parsed = schema.safeParse({ ...typed, seen: stated });
    const before = typedOf(seen) as Readonly<Record<string, unknown>>;
    const isSeen = Object.keys(before).every((name) => isSame((typed as typeof before)[name], before[name]));
    // What others have changed meanwhile is listed above the form, by `ChangedMeanwhile`.
    if (unchanged === undefined || !isSeen || revision.changed.length > 0) return parsed;
    return {
      error: { issues: [{ path: [unchanged.path], message: unchanged.message }, ...(parsed.error?.issues ?? [])] },
    };
  };
  const form = useForm<Form, unknown, Body>({
    defaultValues: { ...typedOf(revision.present), ...otherDefaults } as DefaultValues<Form>,
    resolver: schemaResolver({ safeParse: (typed) => safeParse(typed as object) }),
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
    form.reset({ ...now, ...otherDefaults } as Form);
    for (const name of Object.keys(own) as FieldPath<Form>[]) {
      form.setValue(name, own[name] as PathValue<Form, typeof name>, { shouldDirty: true });
    }
    const changed = (Object.keys(now) as FieldPath<Form>[]).filter((name) => !isSame(now[name], before[name]));
    changedFirst.current = changed[0] ?? null;
    setKept(revision.changed.filter((name) => name in now && !isSame(own[name], now[name])));
    revision.takeOver();
  };
  return { form, revision: { ...revision, kept, takeOver }, refusedAt: changedAt };
}

const filled = (values: FieldValues, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, values[name] ?? '']));

/** True if nothing was saved because somebody else has changed the same values. */
export const isChangedMeanwhile = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code.endsWith('/changed-meanwhile');

/** The fields of a command whose values were changed meanwhile, with the author and the time of each change. */
const changedAt = (error: Error) => (isChangedMeanwhile(error) ? error.errors : null);

/** The state of a command that replaces values. */
export interface ReplacingCommand {
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly reset: () => void;
}

/** The error to show in the dialog; null if `ChangedMeanwhile` already explains it. */
export const errorBeside = ({ changed }: { readonly changed: readonly string[] }, error: Error | null): Error | null =>
  isChangedMeanwhile(error) && changed.length > 0 ? null : error;
