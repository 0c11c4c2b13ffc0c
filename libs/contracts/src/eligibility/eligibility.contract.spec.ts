import { describe, expect, it } from '@jest/globals';
import { lookUpEligiblePatientBody } from './eligibility.contract.js';

const lookUp = { medicaidId: 'VA1234567', dateOfBirth: '1996-05-04', companyId: 40 };

const errorsOf = (more: object) =>
  Object.fromEntries(
    (lookUpEligiblePatientBody.safeParse({ ...lookUp, ...more }).error?.issues ?? [])
      .toReversed()
      .map(({ path, message }) => [path.join('.'), message]),
  );

describe('A look-up of an eligible patient', () => {
  it.each([{}, { companyId: 12 }, { companyId: '40' }, { medicaidId: 'x'.repeat(50) }, { dateOfBirth: '1900-01-01' }])(
    'may ask for %j',
    (more) => {
      expect(errorsOf(more)).toEqual({});
    },
  );

  it.each([
    [{ medicaidId: ' ' }, { medicaidId: 'Medicaid ID is required.' }],
    [{ medicaidId: null }, { medicaidId: 'Medicaid ID is required.' }],
    [{ medicaidId: 'x'.repeat(51) }, { medicaidId: 'Medicaid ID is limited to 50 characters.' }],
    [{ dateOfBirth: '' }, { dateOfBirth: 'DOB is required.' }],
    [{ dateOfBirth: '2999-01-01' }, { dateOfBirth: 'DOB must not be in the future.' }],
    [{ dateOfBirth: '05/04/1996' }, { dateOfBirth: 'DOB is invalid.' }],
    [{ companyId: 52 }, { companyId: 'This company has no reward programme.' }],
    [{ companyId: 'x' }, { companyId: 'Company is not valid.' }],
  ])('is refused %j', (more, errors) => {
    expect(errorsOf(more)).toEqual(errors);
  });
});
