import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** The part of a zod schema that is used. */
interface Schema<Output> {
  readonly safeParse: (values: unknown) => {
    readonly data?: Output | undefined;
    readonly error?: { readonly issues: readonly Issue[] } | undefined;
  };
}

/** Validates a form by the schema of its request, and submits the schema's output. `messages` replaces the schema's messages, by field. */
export const schemaResolver =
  <Values extends FieldValues, Output>(
    schema: Schema<Output>,
    messages: Readonly<Record<string, string>> = {},
  ): Resolver<Values, unknown, Output> =>
  (values) => {
    const { data, error } = schema.safeParse(values);
    if (data !== undefined) return { values: data, errors: {} };
    const issues = error?.issues ?? [];
    return {
      values: {},
      errors: fieldErrors(issues.map(({ path, message }) => [fieldOf(path), messages[fieldOf(path)] ?? message])),
    };
  };

/** An error in an entry of a list counts as an error of the list. */
const fieldOf = (path: Issue['path']): string => {
  const entry = path.findIndex((step) => typeof step === 'number');
  return (entry === -1 ? path : path.slice(0, entry)).map(String).join('.');
};

/** Errors in react-hook-form's nested format, from messages by dotted path. The first message of a field counts. */
export function fieldErrors<Values extends FieldValues>(
  messages: readonly (readonly [path: string, message: string])[],
): FieldErrors<Values> {
  const errors: Record<string, unknown> = {};
  for (const [path, message] of messages) {
    const steps = path.split('.');
    const field = steps.pop() ?? path;
    let parent = errors;
    for (const step of steps) parent = (parent[step] ??= {}) as Record<string, unknown>;
    parent[field] ??= { type: 'rule', message };
  }
  return errors as FieldErrors<Values>;
}
