import { describe, expect, it } from '@jest/globals';
import { accountDecider } from '@throughline/domain';
import { project } from '../testing/project.js';
import { Story } from '../testing/story.js';
import { accountProjection } from './account.js';

const account = {
  userId: 'u1',
  lastName: 'Ruiz',
  firstName: 'Ana',
  email: 'Ana@Plan.example',
  primaryPhone: null,
  companyId: 40,
  admin: false,
  groups: ['Members'],
};

describe('Account', () => {
  it('is found by its address in any case', () => {
    const story = new Story().execute(accountDecider, 'u1', { type: 'CreateAccount', data: account });
    expect(project(accountProjection, story.events).rows.get('u1')).toMatchObject({
      email: 'ana@plan.example',
      account,
    });
  });

  it('has columns for what administrators search: who is deactivated, manages a site, claims a company or waits for the provider', () => {
    const story = new Story().execute(accountDecider, 'u1', {
      type: 'CreateAccount',
      data: { ...account, companyId: 12, claimedCompanyId: 40 },
    });
    const row = () => project(accountProjection, story.events).rows.get('u1');
    expect(row()).toMatchObject({ claimed_company_id: 40, site_admin: null, deactivated: null, has_pending_act: null });
    const reason = 'As asked';
    const facts = { reason, by: 'u-admin', otherAdmins: 1, operatorId: 1 };
    story.executeFresh(accountDecider, 'u1', { type: 'AssignCompany', data: { companyId: 40, ...facts } });
    story.executeFresh(accountDecider, 'u1', { type: 'ChangeRole', data: { admin: false, siteAdmin: true, ...facts } });
    story.executeFresh(accountDecider, 'u1', { type: 'DeactivateAccount', data: facts });
    expect(row()).toMatchObject({
      company_id: 40,
      claimed_company_id: null,
      site_admin: true,
      deactivated: true,
      has_pending_act: true,
    });
    const settled = { actNumber: 1, act: 'deactivate', refusal: null } as const;
    story.execute(accountDecider, 'u1', { type: 'SettleProviderAct', data: settled });
    expect(row()).toMatchObject({ deactivated: true, has_pending_act: null });
  });
});
