import { describe, expect, it } from '@jest/globals';
import { errorBody } from './envelope.contract.js';
import { errorBodyIn, NO_CODE } from './envelope.js';

const BARE = { success: false, message: 'An error occurred.', data: null, code: 'internal' };
const FULL = { ...BARE, errors: { 'member.dob': 'DOB is required' }, correlationId: '7f3c' };

describe('The envelope of a failure', () => {
  it.each([BARE, FULL])('is parsed as by its schema', (body) => {
    expect(errorBodyIn(body)).toEqual(errorBody.parse(body));
  });

  it.each([
    null,
    undefined,
    'Bad gateway',
    503,
    [],
    {},
    { success: true, message: '', data: 1 },
    { ...BARE, message: 7 },
  ])('is not read from a proxy’s answer or from a success', (body) => {
    expect(errorBodyIn(body)).toBeNull();
    expect(errorBody.safeParse(body).success).toBe(false);
  });

  it.each([
    { success: false, message: 'No.' },
    { success: false, message: 'No.', data: {}, code: 7 },
  ])('has its message also without a code of ours', (body) => {
    expect(errorBodyIn(body)).toEqual({ success: false, message: 'No.', data: null, code: NO_CODE });
  });

  it('drops values that are not text', () => {
    expect(errorBodyIn({ ...BARE, errors: { dob: 4 }, correlationId: {} })).toEqual(BARE);
  });
});
