import { describe, expect, it } from '@jest/globals';
import { eligiblePatientKey } from './eligibility.js';

const patient = { programme: 'diaper', medicaidId: 'VA1234567', dateOfBirth: '1996-05-04' } as const;

describe('The key of an eligible patient', () => {
  it('does not depend on how the Medicaid ID was written', () => {
    for (const medicaidId of ['va1234567', ' VA 123-4567 ', 'VA-1234567'])
      expect(eligiblePatientKey({ ...patient, medicaidId })).toBe(eligiblePatientKey(patient));
  });

  it('differs between programmes, members and birth dates', () => {
    const keys = [
      patient,
      { ...patient, programme: 'pregnancy' } as const,
      { ...patient, medicaidId: 'VA1234568' },
      { ...patient, dateOfBirth: '1996-05-05' },
    ].map(eligiblePatientKey);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
