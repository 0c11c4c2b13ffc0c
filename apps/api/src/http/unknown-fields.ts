import type { Route } from '@throughline/contracts';
import { bodySchemaOf, type JsonSchema } from '../docs/json-schema-of.js';
import { HttpError } from './http-error.js';

/** Any request may have this field: it is compared with the token (docs/promises.md 1.1). */
const CHECKED = 'userId';
/** Any read may have this parameter. A read whose answer comes from no read model is never behind, and does not wait. */
const OF_EVERY_READ = 'minPosition';
/** The maximum number of fields that an error names. */
const MAX_NAMED = 20;

/** Throws 400 for parameters that the route does not have. If they were ignored, the answer would not be what was asked for. */
export function refuseUnknownParameters({ endpoint, query }: Route, given: object): void {
  const stated = Object.keys(query?.shape ?? {});
  const known = endpoint.startsWith('GET ') ? new Set([...stated, OF_EVERY_READ]) : new Set(stated);
  const unknown = Object.keys(given).filter((name) => name !== CHECKED && !known.has(name));
  refuse(unknown, 'parameter', ` It has ${[...known].join(', ') || 'none'}.`);
}

/** Like `refuseUnknownParameters` for the fields of a body, at any depth: it may have those of the OpenAPI document. */
export function refusesUnknownFields(route: Route): (body: unknown) => void {
  const schema = bodySchemaOf(route) ?? { type: 'object', properties: {} };
  return (body) => refuse(unknownFieldsOf(schema, body), 'field');
}

function refuse(unknown: readonly string[], kind: string, more = ''): void {
  const [first] = unknown;
  if (first === undefined) return;
  const messageOf = (path: string) => `${path} is not a ${kind} of this request.`;
  const errors = Object.fromEntries(unknown.slice(0, MAX_NAMED).map((path) => [path, messageOf(path)]));
  throw new HttpError(400, 'request/invalid', messageOf(first) + more, { errors });
}

interface Visit {
  readonly path: string;
  readonly value: unknown;
  readonly schemas: readonly JsonSchema[];
}

/** Dotted paths of the fields that no alternative of the schema has. Iterative, like every walk of a value from a client. */
export function unknownFieldsOf(schema: JsonSchema, given: unknown): readonly string[] {
  const unknown: string[] = [];
  const pending: Visit[] = [{ path: '', value: given, schemas: alternativesOf(schema) }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { path, value, schemas } = next;
    if (typeof value !== 'object' || value === null) continue;
    const isList = Array.isArray(value);
    const fitting = schemas.filter(({ type }) => type === undefined || type === (isList ? 'array' : 'object'));
    // A value of another type is left to the parser, which refuses it, and a value of any type may have any fields.
    if (fitting.length === 0 || fitting.some(isAny)) continue;
    for (const [name, inner] of Object.entries(value)) {
      if (path === '' && name === CHECKED) continue;
      const at = path === '' ? name : `${path}.${name}`;
      const inside = fitting.flatMap((one) => (isList ? (one.items ?? []) : propertyOf(one, name)));
      if (inside.length > 0) pending.push({ path: at, value: inner, schemas: inside.flatMap(alternativesOf) });
      else unknown.push(at);
    }
  }
  return unknown.sort();
}

function alternativesOf(schema: JsonSchema): readonly JsonSchema[] {
  const parts = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  return parts === undefined ? [schema] : parts.flatMap(alternativesOf);
}

const isAny = ({ type, const: constant, enum: values }: JsonSchema): boolean =>
  type === undefined && constant === undefined && values === undefined;

function propertyOf(schema: JsonSchema, name: string): readonly JsonSchema[] {
  // Parsers drop this name.
  if (name === '__proto__') return [];
  const { properties = {}, additionalProperties, propertyNames } = schema;
  if (propertyNames?.enum?.includes(name) === false) return [];
  const property = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
  return typeof property === 'object' ? [property] : [];
}
