import type { z } from 'zod';

/** The maximum number of values that a message lists. */
const MAX_LISTED_VALUES = 10;

type Issue = Parameters<z.core.$ZodErrorMap>[0];

/**
 * The message for invalid input if the schema has none of its own: one sentence per kind of fault, which names the field by its path. For
 * `safeParse(given, { error: plainWords })`; a schema's own messages take precedence.
 */
export const plainWords: z.core.$ZodErrorMap = (issue) => `${fieldOf(issue)} ${faultOf(issue)}`;

const fieldOf = ({ path = [] }: Issue): string => (path.length === 0 ? 'The request' : path.join('.'));

function faultOf(issue: Issue): string {
  if (issue.input === undefined) return issue.path?.length ? 'is required.' : 'has no content.';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${TYPES[issue.expected] ?? 'of another type'}.`;
    case 'invalid_value':
      return issue.values.length > MAX_LISTED_VALUES
        ? 'is none of the known values.'
        : `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}.`;
    case 'too_small':
      return SIZED.has(issue.origin)
        ? `must have at least ${counted(issue.minimum, issue.origin)}.`
        : `must be ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}.`;
    case 'too_big':
      return SIZED.has(issue.origin)
        ? `is limited to ${counted(issue.maximum, issue.origin)}.`
        : `must be ${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}.`;
    case 'unrecognized_keys':
      return `cannot have ${issue.keys.slice(0, MAX_LISTED_VALUES).join(', ')} here.`;
    default:
      return 'is not valid.';
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

const SIZED: ReadonlySet<string> = new Set(['string', 'array']);

function counted(size: number | bigint, origin: string): string {
  const unit = origin === 'string' ? ['character', 'characters'] : ['entry', 'entries'];
  return `${size} ${unit[Number(size) === 1 ? 0 : 1]}`;
}
