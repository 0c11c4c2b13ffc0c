import type { ReactNode } from 'react';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';

/** Which value of a form a field shows and changes. */
export interface Bound<Values extends FieldValues, Output = Values> {
  /** Left out: the form of the surrounding `FormProvider`. */
  readonly control?: Control<Values, unknown, Output>;
  readonly name: FieldPath<Values>;
}

/** Props of a text field, by its form. */
export interface BoundProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
  readonly onBlur: () => void;
  /** Lets the form focus the field when it is the first wrong one of a submit. */
  readonly inputRef: (input: HTMLElement | null) => void;
}

interface BoundFieldProps<Values extends FieldValues, Output> extends Bound<Values, Output> {
  /** Fields whose errors depend on this one: they are checked again with it. */
  readonly deps?: FieldPath<Values>[];
  /** True, or what is wrong with the text. For a form without a resolver. */
  readonly check?: (typed: string) => true | string;
  readonly children: (props: BoundProps) => ReactNode;
}

/** Ties one of the console's fields to a text of a form (react-hook-form). */
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
