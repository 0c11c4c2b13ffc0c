import { describe, expect, it } from '@jest/globals';
import { moveItemsBody, stopItemsBody } from '@throughline/contracts';
import type { ResolverOptions } from 'react-hook-form';
import { schemaResolver } from './schema-resolver.js';

const OPTIONS = { fields: {}, shouldUseNativeValidation: false } as ResolverOptions<Record<string, unknown>>;

describe('The resolver of a schema', () => {
  const stop = schemaResolver<Record<string, unknown>, unknown>(stopItemsBody);

  it('returns the output of the schema for valid input', async () => {
    expect(await stop({ itemIds: [1], reason: ' Moved away ' }, undefined, OPTIONS)).toEqual({
      values: { itemIds: [1], reason: 'Moved away' },
      errors: {},
    });
  });

  it('names each field that is wrong, and nothing else', async () => {
    const { values, errors } = await stop({ itemIds: [], reason: 'Moved away' }, undefined, OPTIONS);
    expect(values).toEqual({});
    expect(Object.keys(errors)).toEqual(['itemIds']);
    expect(errors['itemIds']).toHaveProperty('message', expect.any(String));
  });

  it('uses the form’s own message if there is one', async () => {
    const move = schemaResolver<Record<string, unknown>, unknown>(moveItemsBody, { task: 'Choose the next task.' });
    const { errors } = await move({ itemIds: [1], task: '', reason: 'Asked for' }, undefined, OPTIONS);
    expect(errors).toEqual({ task: { type: 'rule', message: 'Choose the next task.' } });
  });

  it('gives the first message of a field that breaks several rules', async () => {
    const issues = ['First', 'Second'].map((message) => ({ path: ['name'], message }));
    const refusing = schemaResolver<Record<string, unknown>, unknown>({ safeParse: () => ({ error: { issues } }) });
    expect((await refusing({}, undefined, OPTIONS)).errors).toEqual({ name: { type: 'rule', message: 'First' } });
  });
});
