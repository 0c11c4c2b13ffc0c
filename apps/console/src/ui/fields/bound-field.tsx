import type { ReactNode } from 'react';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';

/** The value of a form that a field shows and changes. */
export interface Bound<Values extends FieldValues, Output = Values> {
  /** Defaults to the form of the surrounding `FormProvider`. */
  readonly control?: Control<Values, unknown, Output>;
  readonly name: FieldPath<Values>;
}

/** Props of a text field that its form provides. */
export interface BoundProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
  readonly onBlur: () => void;
  /** Lets the form focus the field if it is the first invalid one of a submit. */
  readonly inputRef: (input: HTMLElement | null) => void;
}

export interface BoundFieldProps<Values extends FieldValues, Output> extends Bound<Values, Output> {
  /** Fields whose errors depend on this one; they are validated again with it. */
  readonly deps?: FieldPath<Values>[];
  /** Returns true, or the error of the text. For a form without a resolver. */
  readonly check?: (typed: string) => true | string;
  readonly children: (props: BoundProps) => ReactNode;
}

/** Binds one of the console's fields to a text value of a form (react-hook-form). */
export function BoundField<Values extends FieldValues, Output = Values>({
  children,
  deps = [],
  check,
  ...bound
}: BoundFieldProps<Values, Output>) {
  const { field, fieldState } = useController<Values, FieldPath<Values>, Output>({
    ...bound,
    rules: { deps, ...(check && { validate: (value: unknown) => check(String(value)) }) },
  });
  return children({
    value: String(field.value ?? ''),
    error: fieldState.error?.message,
    onChange: field.onChange,
    onBlur: field.onBlur,
    inputRef: field.ref,
  });
}
