import { describe, expect, it } from '@jest/globals';
import { sharedNames } from './members-of-one-name.js';

const kofi = (medicaidId: string | null, memberFirstName = 'Kofi') => ({
  memberLastName: 'Osei',
  memberFirstName,
  medicaidId,
});

describe('Members of one name in a list', () => {
  it('are told apart by their Medicaid IDs, in whatever case their name is written', () => {
    const shared = sharedNames([
      ['1', kofi('K1000001')],
      ['2', kofi('K2002002', 'KOFI')],
      ['3', kofi('K3000003', 'Ama')],
      ['4', kofi(null)],
    ]);
    expect([...shared]).toEqual([
      ['1', 'K1000001'],
      ['2', 'K2002002'],
    ]);
  });

  it('need nothing when they are one member', () => {
    expect(sharedNames([['1', kofi('K1000001')], ['2', kofi('K1000001')]]).size).toBe(0); // prettier-ignore
  });
});
