import { describe, expect, it } from '@jest/globals';
import { type Actor, ANONYMOUS_ACTOR, type Role, SYSTEM_ACTOR } from '../kernel/event.js';
import { mayAudit, mayImportMembers, mayReadReferral, maySeeQueue, mayWorkTasks, roleOf } from './access.js';

const OPERATOR = 1;
const member = { companyId: OPERATOR, admin: false, groups: [] };

describe('Role', () => {
  it('is referrer for people of other companies and of none', () => {
    expect(roleOf({ ...member, companyId: 12 }, OPERATOR)).toBe('referrer');
    expect(roleOf({ ...member, companyId: null }, OPERATOR)).toBe('referrer');
  });

  it('is staff for the operator’s people, ops for those of its Ops group', () => {
    expect(roleOf({ ...member, groups: ['Intake'] }, OPERATOR)).toBe('staff');
    expect(roleOf({ ...member, groups: ['Intake', 'Ops'] }, OPERATOR)).toBe('ops');
  });

  it('is not ops for a group of that name elsewhere', () => {
    expect(roleOf({ companyId: 12, admin: false, groups: ['Ops'] }, OPERATOR)).toBe('referrer');
  });

  it('is admin with the flag', () => {
    expect(roleOf({ ...member, admin: true, groups: ['Ops'] }, OPERATOR)).toBe('admin');
  });
});

describe('A referral', () => {
  const ana: Actor = { userId: 'u-ana', email: 'Ana@Plan.example', role: 'referrer', companyId: 12 };
  const referral = { companyId: 40, submitterUserId: 'u-kwame' };

  it('is not read by a referrer of another company', () => {
    expect(mayReadReferral(ana, referral)).toBe(false);
  });

  it('is read by its submitter', () => {
    expect(mayReadReferral(ana, { ...referral, submitterUserId: 'u-ana' })).toBe(true);
  });

  it('cannot be read by a referrer who is only named in it and did not submit it', () => {
    const named = { referrerEmail: 'ana@plan.example' };
    expect(mayReadReferral(ana, { ...referral, ...named })).toBe(false);
    expect(mayReadReferral(ana, { companyId: null, submitterUserId: null, ...named })).toBe(false);
  });

  it('is read by the referrer’s company', () => {
    expect(mayReadReferral(ana, { ...referral, companyId: 12 })).toBe(true);
  });

  it('is not read by a caller because both have no company or no user', () => {
    const nobodys = { companyId: null, submitterUserId: null };
    expect(mayReadReferral({ ...ana, companyId: null }, nobodys)).toBe(false);
    expect(mayReadReferral({ userId: null, email: null, role: 'referrer', companyId: null }, nobodys)).toBe(false);
    expect(mayReadReferral({ ...ANONYMOUS_ACTOR, companyId: 40 }, { ...nobodys, companyId: 40 })).toBe(false);
  });

  it.each<Role>(['staff', 'ops', 'admin', 'system'])('is read by %s', (role) => {
    expect(mayReadReferral({ ...SYSTEM_ACTOR, role }, referral)).toBe(true);
  });
});

describe('Work', () => {
  const roles: Role[] = ['anonymous', 'referrer', 'staff', 'ops', 'admin', 'system'];
  const allowed = (may: (actor: { role: Role }) => boolean) => roles.filter((role) => may({ role }));

  it('is done by staff and admins, watched by ops too, audited by ops and admins', () => {
    expect(allowed(mayWorkTasks)).toEqual(['staff', 'admin']);
    expect(allowed(maySeeQueue)).toEqual(['staff', 'ops', 'admin']);
    expect(allowed(mayAudit)).toEqual(['ops', 'admin']);
    expect(allowed(mayImportMembers)).toEqual(['admin']);
  });
});
