import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** What is used of a zod schema. */
interface Schema<Output> {
  readonly safeParse: (values: unknown) => {
    readonly data?: Output | undefined;
    readonly error?: { readonly issues: readonly Issue[] } | undefined;
  };
}

/**
 * Checks a form by the schema that its request is checked by, and submits it with the schema's output. `messages` replaces the schema's
 * message of a field.
 */
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
      errors: fieldErrors(
        issues.map(({ path: [field], message }) => [String(field), messages[String(field)] ?? message]),
      ),
    };
  };

/** Errors as react-hook-form nests them, by the dotted path of each field. The first message of a field counts. */
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
