import { describe, expect, it } from '@jest/globals';
import { given } from '../kernel/given.testing.js';
import type { Unseen } from '../kernel/meanwhile.js';
import { mayManageAccount, mayManageSomeAccounts } from './access.js';
import { accountDecider } from './account.decider.js';
import type { AccountEvent } from './account.events.js';
import type { AssignCompany, ChangeGroups, ChangeRole, DeactivateAccount, ManageAccount } from './manage-account.js';

const OPERATOR = 1;
const reason = 'As she asked';
const STANDING = { admin: false, siteAdmin: false, groups: ['Clinical Staff'], companyId: 12 };
const ana = {
  userId: 'u-ana',
  lastName: 'Ruiz',
  firstName: 'Ana',
  email: 'ana@plan.example',
  primaryPhone: '6025550112',
  companyId: 12,
  admin: false,
  groups: ['Clinical Staff'],
};
const created = (more: Partial<typeof ana> & { claimedCompanyId?: number } = {}): AccountEvent => ({
  type: 'AccountCreated',
  data: { ...ana, ...more },
});
const anAdmin = created({ companyId: OPERATOR, admin: true });
const profile = { firstName: 'Ana', lastName: 'Diaz', primaryPhone: '6025550112', secondaryPhone: null };
const changeProfile: Unseen<ManageAccount> = { type: 'ChangeProfile', data: { ...profile, reason } };
const changeGroups = (...groups: string[]): Unseen<ChangeGroups> => ({
  type: 'ChangeGroups',
  data: { groups, reason, operatorId: OPERATOR },
});
const changeRole = (to: Partial<ChangeRole['data']>): Unseen<ChangeRole> => ({
  type: 'ChangeRole',
  data: { admin: false, siteAdmin: false, reason, by: 'u-gus', otherAdmins: 1, operatorId: OPERATOR, ...to },
});
const assign = (companyId: number | null, by = 'u-gus'): Unseen<AssignCompany> => ({
  type: 'AssignCompany',
  data: { companyId, reason, by, operatorId: OPERATOR },
});
const deactivate = (facts: Partial<DeactivateAccount['data']> = {}): DeactivateAccount => ({
  type: 'DeactivateAccount',
  data: { seen: { switches: 0, ...STANDING }, reason, by: 'u-gus', otherAdmins: 1, ...facts },
});
const deactivated = (actNumber = 1): AccountEvent => ({ type: 'AccountDeactivated', data: { reason, actNumber } });
const reactivate: ManageAccount = { type: 'ReactivateAccount', data: { seen: { switches: 1, ...STANDING }, reason } };
const reactivated = (actNumber: number): AccountEvent => ({ type: 'AccountReactivated', data: { reason, actNumber } });
const unlock: ManageAccount = { type: 'OrderSignInAct', data: { act: 'unlock', reason } };
const ordered = (actNumber: number): AccountEvent => ({
  type: 'SignInActOrdered',
  data: { act: 'unlock', reason, actNumber },
});

describe('An account', () => {
  it('that is not there cannot be managed', () => {
    given(accountDecider, []).whenFresh(changeProfile).thenRejected('account/unknown');
  });

  it('gets another profile, with the reason, and nothing happens when it is the same', () => {
    const changed: AccountEvent = { type: 'ProfileChanged', data: { ...profile, reason, actNumber: 1 } };
    given(accountDecider, [created()]).whenFresh(changeProfile).then([changed]);
    given(accountDecider, [created(), changed]).whenFresh(changeProfile).thenNothing();
  });

  it('gets groups that its company has, once each', () => {
    const changed: AccountEvent = {
      type: 'GroupsChanged',
      data: { groups: ['Case Managers', 'Clinical Staff'], reason },
    };
    given(accountDecider, [created()])
      .whenFresh(changeGroups('Clinical Staff', 'Case Managers', 'Case Managers'))
      .then([changed]);
    given(accountDecider, [created()]).whenFresh(changeGroups('Clinical Staff')).thenNothing();
    given(accountDecider, [created()]).whenFresh(changeGroups('Ops')).thenRejected('account/unknown-group');
  });

  it('is not given back a right by an act of somebody who has not seen that it was taken away', () => {
    const seen = { admin: true, siteAdmin: false, companyId: 12, active: true };
    const older = changeRole({ admin: true, siteAdmin: true });
    const taken: AccountEvent = { type: 'RoleChanged', data: { admin: false, siteAdmin: false, reason } };
    given(accountDecider, [created({ admin: true }), taken])
      .when({ ...older, data: { ...older.data, seen } })
      .thenRejected('account/changed-meanwhile');
  });

  it('gets no right, and no group, of another company than its administrator saw, and no right that nobody knew to be of somebody deactivated', () => {
    const siteAdmin = { admin: false, siteAdmin: true };
    const seen = { admin: false, siteAdmin: false, companyId: 12, active: true };
    const role = changeRole(siteAdmin);
    const named = { ...role, data: { ...role.data, seen } };
    const moved: AccountEvent = {
      type: 'CompanyAssigned',
      data: { companyId: 26, claimed: null, groups: [], reason },
    };
    given(accountDecider, [created(), moved]).when(named).thenRejected('account/changed-meanwhile');
    const there: AccountEvent = { type: 'RoleChanged', data: { ...siteAdmin, reason } };
    given(accountDecider, [created(), moved, there]).when(named).thenRejected('account/changed-meanwhile');
    given(accountDecider, [created(), deactivated()]).when(named).thenRejected('account/changed-meanwhile');
    given(accountDecider, [created(), moved])
      .when({ ...named, data: { ...named.data, ...siteAdmin, siteAdmin: false } })
      .thenNothing();
    const enrolled = changeGroups('Clinical Staff');
    const inGroup = { ...enrolled, data: { ...enrolled.data, seen: { groups: [], companyId: 12, active: true } } };
    given(accountDecider, [created({ groups: [] }), moved])
      .when(inGroup)
      .thenRejected('account/changed-meanwhile');
  });

  it('is not moved by somebody who has not seen that they manage their company, which they would no longer do', () => {
    const named: AccountEvent = { type: 'RoleChanged', data: { admin: false, siteAdmin: true, reason } };
    const move = assign(26);
    const seen = { companyId: 12, claimedCompanyId: null, groups: [], admin: false, siteAdmin: false, active: true };
    given(accountDecider, [created(), named])
      .when({ ...move, data: { ...move.data, seen } })
      .thenRejected('account/changed-meanwhile');
  });

  it('is neither moved nor put into a group by somebody who has not seen that they were deactivated', () => {
    const seen = { groups: ana.groups, companyId: 12, active: true };
    const enrolled = changeGroups('Clinical Staff', 'Fullfillment');
    given(accountDecider, [created(), deactivated()])
      .when({ ...enrolled, data: { ...enrolled.data, seen } })
      .thenRejected('account/changed-meanwhile');
    const move = assign(26);
    const belonging = {
      companyId: 12,
      claimedCompanyId: null,
      groups: [],
      admin: false,
      siteAdmin: false,
      active: true,
    };
    given(accountDecider, [created(), deactivated()])
      .when({ ...move, data: { ...move.data, seen: belonging } })
      .thenRejected('account/changed-meanwhile');
  });

  it('is not moved by somebody who has not seen that they administer, as nobody of a plan does', () => {
    const named: AccountEvent = { type: 'RoleChanged', data: { admin: true, siteAdmin: false, reason } };
    const move = assign(26);
    const seen = {
      companyId: OPERATOR,
      claimedCompanyId: null,
      groups: [],
      admin: false,
      siteAdmin: false,
      active: true,
    };
    given(accountDecider, [created({ companyId: OPERATOR }), named])
      .when({ ...move, data: { ...move.data, seen } })
      .thenRejected('account/changed-meanwhile');
  });

  it('is not taken out of their company by its own person, who may settle their claim', () => {
    for (const companyId of [null, 26]) {
      given(accountDecider, [anAdmin]).whenFresh(assign(companyId, 'u-ana')).thenRejected('account/own-company');
    }
    given(accountDecider, [anAdmin]).whenFresh(assign(OPERATOR, 'u-ana')).thenNothing();
    given(accountDecider, [created({ companyId: null as never, groups: [], claimedCompanyId: 12 })])
      .whenFresh(assign(12, 'u-ana'))
      .then([{ type: 'CompanyAssigned', data: { companyId: 12, claimed: 12, groups: [], reason } }]);
  });

  it('leaves its open tasks to the colleague who was chosen, or to the queue', () => {
    const tasksTo = { userId: 'u-minh', name: 'Minh Tran' };
    given(accountDecider, [created()])
      .when(deactivate({ tasksTo }))
      .then([{ type: 'AccountDeactivated', data: { reason, actNumber: 1, tasksTo } }]);
    const toOps = changeGroups('Ops');
    given(accountDecider, [created({ companyId: OPERATOR, groups: [] })])
      .whenFresh({ ...toOps, data: { ...toOps.data, tasksTo } })
      .then([{ type: 'GroupsChanged', data: { groups: ['Ops'], reason, tasksTo } }]);
    given(accountDecider, [created()])
      .when(deactivate({ tasksTo: null }))
      .then([deactivated()]);
  });

  it('keeps a group that is not offered any more, until it is taken away', () => {
    const old = created({ groups: ['Members'] });
    given(accountDecider, [old])
      .whenFresh(changeGroups('Members', 'Case Managers'))
      .then([{ type: 'GroupsChanged', data: { groups: ['Case Managers', 'Members'], reason } }]);
  });

  describe('whose company was claimed', () => {
    const claimed = created({ companyId: null as never, groups: [], claimedCompanyId: 12 });
    const confirmed: AccountEvent = {
      type: 'CompanyAssigned',
      data: { companyId: 12, claimed: 12, groups: [], reason },
    };

    it('belongs to it when an admin confirms', () => {
      given(accountDecider, [claimed]).whenFresh(assign(12)).then([confirmed]);
      given(accountDecider, [claimed, confirmed]).whenFresh(assign(12)).thenNothing();
    });

    it('belongs to none when the claim is refused, and the claim is gone', () => {
      const refused: AccountEvent = {
        type: 'CompanyAssigned',
        data: { companyId: null, claimed: 12, groups: [], reason },
      };
      given(accountDecider, [claimed]).whenFresh(assign(null)).then([refused]);
      given(accountDecider, [claimed, refused]).whenFresh(assign(null)).thenNothing();
    });
  });

  it('that is moved keeps the groups that the new company has, and is no site administrator any more', () => {
    const site: AccountEvent = { type: 'RoleChanged', data: { admin: false, siteAdmin: true, reason } };
    const moved: AccountEvent = {
      type: 'CompanyAssigned',
      data: { companyId: 26, claimed: null, groups: ['Clinical Staff'], reason },
    };
    given(accountDecider, [created(), site]).whenFresh(assign(26)).then([moved]);
    given(accountDecider, [created(), site, moved]).whenFresh(changeRole({})).thenNothing();
    given(accountDecider, [created()])
      .whenFresh(assign(OPERATOR))
      .then([{ type: 'CompanyAssigned', data: { companyId: OPERATOR, claimed: null, groups: [], reason } }]);
  });
});

describe('The role', () => {
  it('is given and taken by another admin', () => {
    const was = { admin: false, siteAdmin: false };
    const given1: AccountEvent = { type: 'RoleChanged', data: { admin: true, siteAdmin: false, was, reason } };
    given(accountDecider, [created()])
      .whenFresh(changeRole({ admin: true }))
      .then([given1]);
    given(accountDecider, [anAdmin])
      .whenFresh(changeRole({}))
      .then([
        {
          type: 'RoleChanged',
          data: { admin: false, siteAdmin: false, was: { admin: true, siteAdmin: false }, reason },
        },
      ]);
    given(accountDecider, [created()]).whenFresh(changeRole({})).thenNothing();
  });

  it('of an admin is not taken by the same person, nor of the last one', () => {
    given(accountDecider, [anAdmin])
      .whenFresh(changeRole({ by: 'u-ana' }))
      .thenRejected('account/own-admin-right');
    given(accountDecider, [anAdmin])
      .whenFresh(changeRole({ otherAdmins: 0 }))
      .thenRejected('account/last-admin');
  });

  it('of a site administrator is for people of another company than the operator’s', () => {
    for (const companyId of [OPERATOR, null as never]) {
      given(accountDecider, [created({ companyId })])
        .whenFresh(changeRole({ siteAdmin: true }))
        .thenRejected('account/no-site');
    }
  });
});

describe('Deactivation', () => {
  it('is taken back for no more groups than were seen: some are rights', () => {
    const events = [
      created(),
      deactivated(),
      { type: 'GroupsChanged', data: { groups: ['Ops'], reason } } as AccountEvent,
    ];
    given(accountDecider, events).when(reactivate).thenRejected('account/changed-meanwhile');
  });

  it('happens once, and is taken back once', () => {
    given(accountDecider, [created()]).when(deactivate()).then([deactivated()]);
    given(accountDecider, [created(), deactivated()]).when(deactivate()).thenRejected('account/changed-meanwhile');
    given(accountDecider, [created(), deactivated()]).whenFresh(deactivate()).thenNothing();
    given(accountDecider, [created(), deactivated()])
      .when(reactivate)
      .then([reactivated(2)]);
    given(accountDecider, [created()]).when(reactivate).thenRejected('account/never-seen');
    given(accountDecider, [created()]).whenFresh(reactivate).thenNothing();
  });

  it('is taken back, and begun, by whoever saw that it was not over and back again', () => {
    const again = [created(), deactivated(), reactivated(2), deactivated(3)];
    given(accountDecider, again).when(reactivate).thenRejected('account/changed-meanwhile');
    given(accountDecider, again)
      .whenFresh(reactivate)
      .then([reactivated(4)]);
    given(accountDecider, again).when(deactivate()).thenRejected('account/changed-meanwhile');
    const back = again.slice(0, 3);
    given(accountDecider, back).when(deactivate()).thenRejected('account/changed-meanwhile');
    given(accountDecider, back)
      .whenFresh(deactivate())
      .then([deactivated(3)]);
    given(accountDecider, back).when(reactivate).thenRejected('account/changed-meanwhile');
  });

  it('is neither of oneself nor of the last admin', () => {
    given(accountDecider, [created()])
      .when(deactivate({ by: 'u-ana' }))
      .thenRejected('account/own-account');
    given(accountDecider, [anAdmin])
      .when(
        deactivate({
          otherAdmins: 0,
          seen: { switches: 0, admin: true, siteAdmin: false, groups: ['Clinical Staff'], companyId: OPERATOR },
        }),
      )
      .thenRejected('account/last-admin');
  });

  it.each([
    ['was made an administrator', { type: 'RoleChanged', data: { admin: true, siteAdmin: false, reason } }],
    ['was moved', { type: 'CompanyAssigned', data: { companyId: 26, claimed: null, groups: [], reason } }],
  ] as const)('begins and ends only with the rights that were seen: the person %s meanwhile', (_, changed) => {
    given(accountDecider, [created(), changed]).when(deactivate()).thenRejected('account/changed-meanwhile');
    given(accountDecider, [created(), deactivated(), changed])
      .when(reactivate)
      .thenRejected('account/changed-meanwhile');
  });

  it('leaves nothing to sign in with, so nothing is asked of the provider', () => {
    given(accountDecider, [created(), deactivated()]).when(unlock).thenRejected('account/deactivated');
  });
});

describe('What the identity provider is asked for', () => {
  const settle = (actNumber: number): ManageAccount => ({
    type: 'SettleProviderAct',
    data: { actNumber, act: 'unlock', refusal: null },
  });

  it('is numbered, and answered once', () => {
    const settled: AccountEvent = { type: 'ProviderActSettled', data: { actNumber: 1, act: 'unlock', refusal: null } };
    given(accountDecider, [created(), ordered(1)])
      .when(unlock)
      .then([ordered(2)]);
    given(accountDecider, [created(), ordered(1)])
      .when(settle(1))
      .then([settled]);
    given(accountDecider, [created(), ordered(1), settled])
      .when(settle(1))
      .thenNothing();
    given(accountDecider, [created(), ordered(1), settled])
      .when(unlock)
      .then([ordered(2)]);
  });
});

describe('Who may manage an account', () => {
  const site = { role: 'referrer', companyId: 12, siteAdmin: true } as const;
  const admin = { role: 'admin', companyId: OPERATOR, siteAdmin: false } as const;
  const staff = { role: 'staff', companyId: OPERATOR, siteAdmin: false } as const;

  it('is an admin, and a site administrator within their company alone', () => {
    const people = [
      { companyId: 12, admin: false },
      { companyId: 12, admin: true },
      { companyId: 26, admin: false },
      { companyId: null, admin: false },
    ];
    const managed = (by: typeof site | typeof admin | typeof staff) =>
      people.map((person) => mayManageAccount(by, person));
    expect(managed(admin)).toEqual([true, true, true, true]);
    expect(managed(site)).toEqual([true, false, false, false]);
    expect(managed(staff)).toEqual([false, false, false, false]);
    expect(mayManageAccount({ ...site, companyId: null as never }, { companyId: null, admin: false })).toBe(false);
    expect([admin, site, staff].map(mayManageSomeAccounts)).toEqual([true, true, false]);
  });
});
