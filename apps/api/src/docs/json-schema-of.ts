import type { Route } from '@throughline/contracts';
import { z } from 'zod';

/** The part of JSON Schema that zod writes for requests and answers. */
export interface JsonSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly propertyNames?: JsonSchema;
  readonly items?: JsonSchema;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly required?: readonly string[];
  readonly [keyword: string]: unknown;
}

/**
 * The schema of what a client sends (`input`) or receives (`output`). A schema that is a function is described as any value. A client must
 * not send other fields: the API refuses them.
 */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (io === 'input' && jsonSchema.properties) jsonSchema.additionalProperties ??= false;
    },
  });
  return described as JsonSchema;
}

/** The schema of a JSON body; null: the route has none. */
export const bodySchemaOf = ({ body, documentedBody = body }: Route): JsonSchema | null =>
  documentedBody ? jsonSchemaOf(documentedBody, 'input') : null;
