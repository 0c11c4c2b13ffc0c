import { describe, expect, it } from '@jest/globals';
import { sharedNames } from './members-of-one-name.js';

const kofi = (medicaidId: string | null, memberFirstName = 'Kofi') => ({
  memberLastName: 'Osei',
  memberFirstName,
  medicaidId,
  referralId: `R${medicaidId}`,
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
      ['1', { medicaidId: 'K1000001', end: '…0001' }],
      ['2', { medicaidId: 'K2002002', end: '…2002' }],
    ]);
  });

  it.each<readonly [said: string, ids: readonly string[], ends: readonly string[]]>([
    ['as much more as no other ID ends in', ['AZ71000009', 'AZ72000009', 'AZ72001111'], ['…1000009', '…2000009', '…1111']], // prettier-ignore
    ['all, where that is all but a letter', ['AZ1000009', 'VA1000009'], ['AZ1000009', 'VA1000009']],
    ['all of an ID in which another one ends', ['1000009', 'AZ1000009'], ['1000009', 'AZ1000009']],
    ['all of a short one', ['12', '3412'], ['12', '3412']],
  ])('whose IDs have the same last four are told apart by %s', (_, ids, ends) => {
    const shared = sharedNames(ids.map((id) => [id, kofi(id)]));
    expect(ids.map((id) => shared.get(id)?.end)).toEqual(ends);
  });

  it('are told apart from those on other pages, of whom the API knows', () => {
    const rows = [['1', kofi('K1000001')], ['2', kofi(null)], ['3', kofi('K3000003', 'Ama')]] as const; // prettier-ignore
    expect([...sharedNames(rows, ['RK1000001', 'Rnull'])]).toEqual([['1', { medicaidId: 'K1000001', end: '…0001' }]]);
  });

  it('need nothing when they are one member', () => {
    expect(sharedNames([['1', kofi('K1000001')], ['2', kofi('K1000001')]]).size).toBe(0); // prettier-ignore
  });
});
