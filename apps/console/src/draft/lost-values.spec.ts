import { describe, expect, it } from '@jest/globals';
import { changedValues } from './lost-values.js';

describe('What a lost page keeps of a form', () => {
  it('is what differs from its beginning, by the path of the field', () => {
    const initial = { reason: '', task: 'Intake', itemIds: [1, 2], member: { firstName: 'Ana', lastName: 'Diaz' } };
    const values = { reason: 'Moved', task: 'Intake', itemIds: [2], member: { firstName: 'Anna', lastName: 'Diaz' } };
    expect(changedValues(initial, initial)).toEqual({});
    expect(changedValues(initial, values)).toEqual({ reason: 'Moved', itemIds: [2], 'member.firstName': 'Anna' });
  });

  it('has values of fields that appeared, and of lists of rows none', () => {
    expect(changedValues({}, { phone: { number: '1' }, rows: [{ name: 'x' }] })).toEqual({ 'phone.number': '1' });
  });

  it('has no password and no code, nor what is no plain value', () => {
    const secret = { password: 'x', newPassword: 'x', code: '1', smsCode: '1', file: new Date(0), on: null };
    expect(changedValues({}, secret)).toEqual({ on: null });
  });
});
