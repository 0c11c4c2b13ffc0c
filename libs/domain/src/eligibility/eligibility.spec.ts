import { describe, expect, it } from '@jest/globals';
import { benefitKey, eligiblePatientKey, withOtherZeros, withoutLeadingZeros } from './eligibility.js';

const patient = { programme: 'diaper', medicaidId: 'VA1234567', dateOfBirth: '1996-05-04' } as const;

describe('The key of an eligible patient', () => {
  it('does not depend on how the Medicaid ID was written', () => {
    const written = [
      'va1234567',
      ' VA 123-4567 ',
      'VA-1234567',
      'VA\u00a01234\u2009567',
      'VA\u20131234\u2212567',
      'V\u200bA1234567\ufeff',
      '\uff36\uff21\uff11\uff12\uff13\uff14\uff15\uff16\uff17',
      'VA\u0661\u0662\u0663\u0664\u0665\u0666\u0667',
      'VA\u00ad1234567',
      'VA\u{1d7cf}234567',
    ];
    for (const medicaidId of written)
      expect(eligiblePatientKey({ ...patient, medicaidId })).toBe(eligiblePatientKey(patient));
  });

  it('is one for each Medicaid ID of a programme, whatever the date of birth', () => {
    expect(benefitKey({ ...patient, medicaidId: 'va-1234567' })).toBe(benefitKey(patient));
    expect(benefitKey({ ...patient, programme: 'pregnancy' })).not.toBe(benefitKey(patient));
    expect(benefitKey(patient)).toBe('diaper\nVA1234567');
    expect(eligiblePatientKey(patient)).toBe('diaper\nVA1234567\n1996-05-04');
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

describe('Zeros before an ID', () => {
  it('are those that a spreadsheet program takes away of digits alone', () => {
    expect(['0007496337', '749-6337', '\uff10\uff17', '0A12', 'VA007'].map(withoutLeadingZeros)).toEqual([
      '7496337',
      '7496337',
      '7',
      null,
      null,
    ]);
  });

  it('may be more or fewer, up to twenty digits', () => {
    expect(withOtherZeros('00-123456789012345678')).toEqual(['123456789012345678', '0123456789012345678']);
    expect(withOtherZeros('123456789012345678')).toEqual(['0123456789012345678', '00123456789012345678']);
    expect(withOtherZeros(`00${'1'.repeat(30)}`)).toEqual(['1'.repeat(30), `0${'1'.repeat(30)}`]);
    expect(withOtherZeros('VA0012')).toEqual([]);
  });
});
