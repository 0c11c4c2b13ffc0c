import { describe, expect, it, jest } from '@jest/globals';
import { lookUpFields } from '../eligibility/eligibility.contract.js';
import { type CheckStatusFields, checkStatusBody, memberKey, statusCheckOf } from './status-check.contract.js';

const ROSA = { lastName: 'Diaz', firstName: 'Rosa', DOB: '1990-02-03' };
const TOO_LITTLE = "You must enter a referral ID or the member's first name, last name, and DOB.";

/** The day in UTC, that many days from now. */
const isoDay = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const faults = (fields: CheckStatusFields) =>
  checkStatusBody.safeParse(fields).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [];

describe('A status check', () => {
  it.each<[CheckStatusFields, string, string]>([
    [{ referralId: '26-A' }, 'referralId', 'Referral ID must contain only numbers.'],
    [{ referralId: '1'.repeat(51) }, 'referralId', 'Referral ID is limited to 50 characters.'],
    [{ ...ROSA, lastName: 'x'.repeat(51) }, 'lastName', 'Last name is limited to 50 characters.'],
    [{ ...ROSA, firstName: 'x'.repeat(51) }, 'firstName', 'First name is limited to 50 characters.'],
    [{ ...ROSA, DOB: '1990-02-30' }, 'DOB', 'DOB is invalid.'],
    [{ ...ROSA, DOB: isoDay(2) }, 'DOB', 'DOB is invalid.'],
    [{ ...ROSA, DOB: '2999-12-31' }, 'DOB', 'DOB is invalid.'],
    [{ referralId: '1', DOB: '2999-12-31' }, 'DOB', 'DOB is invalid.'],
    [{}, 'referralId', TOO_LITTLE],
    [{ referralId: ' ', lastName: '', firstName: null }, 'referralId', TOO_LITTLE],
    [{ ...ROSA, DOB: null }, 'DOB', TOO_LITTLE],
    [{ DOB: ROSA.DOB }, 'lastName', TOO_LITTLE],
  ])('%j is refused at %s: %s', (fields, field, message) => {
    expect(faults(fields)).toEqual([[field, message]]);
  });

  it('takes a birth of today in Guam, where the day of the United States begins, and none of tomorrow', () => {
    const isTaken = (now: string, DOB: string) => {
      jest.useFakeTimers({ now: new Date(now) });
      const lookUp = { medicaidId: 'M-1', dateOfBirth: DOB };
      const taken = [faults({ ...ROSA, DOB }).length === 0, lookUpFields.safeParse(lookUp).success];
      jest.useRealTimers();
      return taken;
    };
    expect(isTaken('2026-11-28T13:59:59Z', '2026-11-28')).toEqual([true, true]);
    expect(isTaken('2026-11-28T13:59:59Z', '2026-11-29')).toEqual([false, false]);
    expect(isTaken('2026-11-28T14:00:00Z', '2026-11-29')).toEqual([true, true]);
    expect(isTaken('2026-12-31T14:00:00Z', '2027-01-01')).toEqual([true, true]);
    expect(isTaken('2026-11-28T23:59:59Z', '2026-11-30')).toEqual([false, false]);
  });

  it('takes an ID as it is shown, in groups, and empty fields as null', () => {
    expect(checkStatusBody.parse({ referralId: '26325 41230 71844', lastName: '' })).toEqual({
      referralId: '263254123071844',
      lastName: null,
      firstName: null,
      DOB: null,
    });
  });

  it('asks by the ID alone where there is one, so that no name can be tried against it', () => {
    const check = statusCheckOf(checkStatusBody.parse({ referralId: '263254123071844', ...ROSA }));
    expect(check).toEqual({ referralId: '263254123071844' });
  });

  it('finds a member however the names are written, and no other', () => {
    const key = memberKey(ROSA);
    expect(memberKey({ ...ROSA, lastName: ' DÍAZ ', firstName: 'rosa' })).toBe(key);
    expect(memberKey({ ...ROSA, DOB: '1990-02-04' })).not.toBe(key);
    expect(memberKey({ ...ROSA, lastName: 'Diaz Rosa', firstName: '' })).not.toBe(key);
  });
});
