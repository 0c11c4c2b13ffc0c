import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { openApiDocument } from './openapi-document.js';

interface Operation {
  readonly responses: Readonly<Record<string, Response>>;
  readonly requestBody?: Response;
  readonly parameters: readonly { readonly in: string; readonly name: string; readonly schema: object }[];
}
interface Response {
  readonly content: Readonly<Record<string, { readonly schema?: Schema }>>;
}
interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, object>>;
}

const { paths, components } = openApiDocument();
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]): [string, Operation] => [
    `${method} ${path}`,
    operation as Operation,
  ]),
);
const schemasOf = ({ content }: Response) => Object.values(content).flatMap(({ schema }) => schema ?? []);

/** One for all: each would compile the schema of JSON Schema anew. */
const ajv = new Ajv2020({ strict: false, validateFormats: false });

describe('The documentation of', () => {
  it.each(operations)('%s is valid JSON Schema, and describes the data of the answer', (_, operation) => {
    const compile = (schema: object) => ajv.compile({ ...schema, components });
    const { responses, requestBody, parameters } = operation;
    const answers = Object.entries(responses).filter(([status]) => status.startsWith('2'));
    expect(answers).toHaveLength(1);
    for (const schema of answers.flatMap(([, answer]) => schemasOf(answer))) {
      expect(Object.keys(schema.properties?.['data'] ?? {})).not.toEqual([]);
    }
    for (const response of Object.values(responses)) schemasOf(response).forEach(compile);
    if (requestBody) schemasOf(requestBody).forEach(compile);
    for (const { schema } of parameters) compile(schema);
  });
});
