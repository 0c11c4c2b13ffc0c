import type { Route } from '@throughline/contracts';
import { isDeepStrictEqual } from 'node:util';
import { bodySchemaOf, type JsonSchema } from '../docs/json-schema-of.js';

/** Nearly every field accepts one of these. */
const VALUES = [
  'Zq7',
  '7',
  'AZ',
  '1990-02-03',
  'a@b.example',
  '5125550199',
  '85016',
  '2026-01-01T00:00:00Z',
  '<p>Zq7</p>',
  true,
  false,
  2,
  7,
  ['Zq7'],
  [7],
  { name: 'Zq7' },
];

/**
 * Paths of documented fields that a valid request may have and that the schema drops, whatever their value: the answer would be 200 for
 * something that was not done. Fields that are refused with every value, and those that the document calls read-only, are not included.
 */
export function ineffectiveFieldsOf(route: Route, valid: unknown): readonly string[] {
  const { body } = route;
  const schema = bodySchemaOf(route);
  if (!body || !schema) return [];
  const parse = (given: unknown) => body.safeParse(given);
  const plain = parse(valid);
  if (!plain.success) throw new Error(`${route.endpoint}: the example is not valid`);
  return fieldsOf(schema, valid).flatMap(({ path, values }) => {
    const taken = values.flatMap((value) => {
      const { success, data } = parse(withValue(valid, path, value));
      return success ? [{ value, isEffective: !isDeepStrictEqual(data, plain.data) }] : [];
    });
    // `false` without effect proves nothing, because most flags are false by default.
    const isDropped = taken.some(({ value }) => value !== false) && !taken.some(({ isEffective }) => isEffective);
    return isDropped ? [path.join('.')] : [];
  });
}

interface Field {
  readonly path: readonly (string | number)[];
  readonly values: readonly unknown[];
}

/** The fields with values other than those of the example, including those of objects that the example does not have. */
function fieldsOf(schema: JsonSchema, example: unknown, path: Field['path'] = []): readonly Field[] {
  const alternatives = alternativesOf(schema);
  const inner = (name: string | number, of: JsonSchema): readonly Field[] => {
    const now = (example as Record<string, unknown>)[name];
    const at = [...path, name];
    if (typeof now === 'object' && now !== null) return fieldsOf(of, now, at);
    const values = [...alternativesOf(of).flatMap((one) => one.enum ?? []), ...VALUES].filter((value) => value !== now);
    const isObject = now === undefined && alternativesOf(of).some(({ properties }) => properties !== undefined);
    return [{ path: at, values }, ...(isObject ? fieldsOf(of, {}, at) : [])];
  };
  if (Array.isArray(example))
    return example.length === 0 ? [] : alternatives.flatMap(({ items }) => (items ? inner(0, items) : []));
  return alternatives.flatMap(({ properties = {} }) =>
    Object.entries(properties)
      .filter(([, { readOnly }]) => readOnly !== true)
      .flatMap(([name, of]) => inner(name, of)),
  );
}

function alternativesOf(schema: JsonSchema): readonly JsonSchema[] {
  const parts = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  return parts === undefined ? [schema] : parts.flatMap(alternativesOf);
}

function withValue(given: unknown, [name, ...rest]: Field['path'], value: unknown): unknown {
  if (name === undefined) return value;
  const copy = (Array.isArray(given) ? [...given] : { ...(given as object) }) as Record<string | number, unknown>;
  copy[name] = withValue(copy[name], rest, value);
  return copy;
}
