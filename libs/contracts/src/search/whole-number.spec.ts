import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { plainWords } from './plain-words.js';
import { ROUTES } from '../route/routes.js';
import { wholeNumber } from './whole-number.js';

const NO_NUMBERS = [
  '',
  ' ',
  '0x10',
  '1e3',
  '+5',
  ' 5',
  '5 ',
  '-5',
  '1.0',
  '.5',
  '0b1',
  '\u0665',
  '1_000',
  'Infinity',
  'NaN',
  'true',
];

describe('A whole number', () => {
  const messageOf = (given: unknown) =>
    z.object({ page: wholeNumber({ least: 1, most: 100 }) }).safeParse({ page: given }, { error: plainWords }).error
      ?.issues[0]?.message;

  it.each([
    ['1', 1],
    ['100', 100],
    ['007', 7],
    [42, 42],
  ])('is read: %j', (given, read) => {
    expect(wholeNumber({ least: 1, most: 100 }).parse(given)).toBe(read);
  });

  it.each([...NO_NUMBERS, true, null, [], ['5'], {}])('is written in decimal digits alone: %j', (given) => {
    expect(messageOf(given)).toBe('page must be a whole number.');
  });

  it('has its limits', () => {
    expect([messageOf('0'), messageOf('101'), messageOf('9'.repeat(30))]).toEqual([
      'page must be at least 1.',
      'page must be at most 100.',
      expect.stringMatching(/^page must be/),
    ]);
  });
});

describe('A parameter of any route that is a number', () => {
  const parameters = ROUTES.flatMap(({ endpoint, query }) =>
    Object.entries(query?.shape ?? {}).flatMap(([name, schema]) => {
      const takes = (text: string) => (schema as z.ZodType).safeParse(text);
      return ['0', '1', '40'].some((digits) => typeof takes(digits).data === 'number')
        ? [{ endpoint, name, takes }]
        : [];
    }),
  );

  it('is found', () => {
    expect(parameters.length).toBeGreaterThan(20);
  });

  it.each(parameters.map((one) => [`${one.endpoint} ${one.name}`, one] as const))(
    'is written in decimal digits alone: %s',
    (_, { takes }) => {
      expect(NO_NUMBERS.filter((text) => typeof takes(text).data === 'number')).toEqual([]);
    },
  );
});
