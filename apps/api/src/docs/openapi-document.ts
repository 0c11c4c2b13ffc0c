import {
  errorBody,
  IDEMPOTENCY_KEY_HEADER,
  methodOf,
  pathOf,
  POSITION_HEADER,
  WITHDRAW_HEADER,
  refusalsOf,
  type Route,
  ROUTES,
  success,
} from '@throughline/contracts';
import { RELEASE } from '@throughline/platform';
import { z } from 'zod';
import { bodySchemaOf, jsonSchemaOf } from './json-schema-of.js';

/** The OpenAPI document, generated from the schemas that validate requests. */
export function openApiDocument() {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of ROUTES) (paths[pathOf(route)] ??= {})[methodOf(route).toLowerCase()] = operationOf(route);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Throughline',
      version: RELEASE,
      description: [
        'Every response is {success, message, data}; a failure also has a stable code.',
        'Parameters and fields that a request does not have are refused. Every request may have a `userId`, the id of its own caller.',
        'Every GET takes `minPosition`: the position that the answer to a write had. It waits for it where it reads what follows the log.',
      ].join(' '),
    },
    servers: [{ url: '/api' }],
    components: {
      securitySchemes: { accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { ErrorBody: jsonSchemaOf(errorBody, 'output') },
    },
    paths,
  };
}

const FILE_TYPES = {
  pdf: 'application/pdf',
  csv: 'text/csv',
  text: 'text/plain',
  bytes: 'application/octet-stream',
} as const;

function operationOf(route: Route) {
  const { summary, who, answer, status = 200, idempotent } = route;
  const content =
    typeof answer === 'string' ? { [FILE_TYPES[answer]]: {} } : json(jsonSchemaOf(success(answer), 'output'));
  const refusals: Record<string, object> = { default: refusalOf([]) };
  for (const [code, codes] of Object.entries(refusalsOf(route))) refusals[code] = refusalOf(codes);
  return {
    summary,
    tags: [pathOf(route).split('/')[1]],
    security: who === 'anyone' ? [{}, { accessToken: [] }] : [{ accessToken: [] }],
    parameters: [
      ...Object.entries(route.params ?? {}).map(([name, schema]) =>
        parameter('path', name, schema, true, route.example?.params?.[name]),
      ),
      ...queryOf(route),
      ...(idempotent ? [parameter('header', IDEMPOTENCY_KEY_HEADER, z.uuid(), false)] : []),
      ...(idempotent === true ? [parameter('header', WITHDRAW_HEADER, z.literal('yes'), false)] : []),
    ],
    ...bodyOf(route),
    responses: {
      [status]: {
        description: 'Done',
        content,
        ...(idempotent && { headers: { [POSITION_HEADER]: { schema: { type: 'string' } } } }),
      },
      ...refusals,
    },
  };
}

function queryOf({ query }: Route) {
  const { required = [] } = query ? jsonSchemaOf(query, 'input') : {};
  return Object.entries(query?.shape ?? {}).map(([name, schema]) =>
    parameter('query', name, schema as z.ZodType, required.includes(name)),
  );
}

function bodyOf(route: Route) {
  const { upload } = route;
  if (upload) {
    const schema = upload.form ? jsonSchemaOf(upload.form, 'input') : { type: 'string', format: 'binary' };
    return { requestBody: { required: true, content: { [upload.type]: { schema } } } };
  }
  const schema = bodySchemaOf(route);
  const example = route.example?.body;
  return schema && { requestBody: { required: true, content: json(schema, example && { example }) } };
}

const refusalOf = (codes: readonly string[]) => ({
  description: codes.length === 0 ? 'Failed' : `Refused: ${codes.join(', ')}`,
  content: json({ $ref: '#/components/schemas/ErrorBody' }),
});

const parameter = (
  place: 'path' | 'query' | 'header',
  name: string,
  schema: z.ZodType,
  required: boolean,
  example?: string | number,
) => ({
  in: place,
  name,
  required,
  schema: jsonSchemaOf(schema, 'input'),
  ...(example !== undefined && { example }),
});

const json = (schema: object, more: object = {}) => ({ 'application/json': { schema, ...more } });
