import type { PipeTransform } from '@nestjs/common';
import { plainWords } from '@throughline/contracts';
import type { z } from 'zod';
import { Refusal } from './refusal.js';
import { unstorableTexts } from './storable-text.js';

const NOT_STORABLE = 'This text holds characters that cannot be stored.';

/** A pipe for `@Body`, `@Query` and `@Param`: what came, as the contract says it must be, or 400 with a message per field. */
export const shape = <T extends z.ZodType>(schema: T): PipeTransform<unknown, z.output<T>> => ({
  transform: (given) => parse(schema, given),
});

export function parse<T extends z.ZodType>(schema: T, given: unknown): z.output<T> {
  const unstorable = unstorableTexts(given);
  if (unstorable.length > 0) {
    const errors = Object.fromEntries(unstorable.filter((path) => path !== '').map((path) => [path, NOT_STORABLE]));
    throw new Refusal(400, 'request/invalid', NOT_STORABLE, { errors });
  }
  const parsed = schema.safeParse(given, { error: plainWords });
  if (parsed.success) return parsed.data;
  const errors: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) if (path.length > 0) errors[path.join('.')] ??= message;
  const [first] = parsed.error.issues;
  throw new Refusal(400, 'request/invalid', first?.message ?? 'The request has the wrong shape.', { errors });
}
