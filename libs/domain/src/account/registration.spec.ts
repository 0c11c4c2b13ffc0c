import { describe, it } from '@jest/globals';
import { given } from '../kernel/given.testing.js';
import { type RegistrationEvent, registrationDecider, type RequestAccount, type Requester } from './registration.js';

const OPERATOR = 1;
const at = '2026-11-23T08:00:00.000Z';
const registrant = {
  registrationId: 'r1',
  lastName: 'Ngata',
  firstName: 'Rosa',
  email: 'rosa@plan.example',
  phone: null,
  state: 'AZ',
};
const nobody: Requester = { manages: null, companyId: null, email: null };
const admin: Requester = { manages: 'all', companyId: OPERATOR, email: 'gus@operator.example' };
const site: Requester = { manages: 'own-company', companyId: 12, email: 'site@plan.example' };

const request = (requester: Requester, more: Partial<RequestAccount['data']> = {}): RequestAccount => ({
  type: 'RequestAccount',
  data: { ...registrant, companyId: 12, groups: [], reason: null, requester, operatorId: OPERATOR, at, ...more },
});
const requested = (more: object): RegistrationEvent => ({
  type: 'AccountRequested',
  data: {
    ...registrant,
    companyId: null,
    claimedCompanyId: null,
    groups: [],
    requestedBy: null,
    reason: null,
    requestedAt: at,
    ...more,
  },
});

describe('A request for an account', () => {
  it('of somebody for themselves claims the company, and assigns no groups', () => {
    given(registrationDecider, [])
      .when(request(nobody, { groups: ['Ops'], reason: 'I say so' }))
      .then([requested({ claimedCompanyId: 12 })]);
  });

  it('for the operator’s company is an admin’s alone', () => {
    for (const requester of [nobody, site]) {
      given(registrationDecider, [])
        .when(request(requester, { companyId: OPERATOR, reason: 'New' }))
        .thenRejected('registration/operator-company');
    }
    given(registrationDecider, [])
      .when(request(admin, { companyId: OPERATOR, groups: ['Ops'], overrideCompanyGroups: true, reason: 'New' }))
      .then([requested({ companyId: OPERATOR, groups: ['Ops'], requestedBy: admin.email, reason: 'New' })]);
  });

  it.each([12, null])('of a site administrator is for their own company, and assigns no groups: %s', (companyId) => {
    given(registrationDecider, [])
      .when(request(site, { companyId, groups: ['Case Managers'], reason: 'New' }))
      .then([requested({ companyId: 12, requestedBy: site.email, reason: 'New' })]);
  });

  it('of a site administrator is refused for another company', () => {
    given(registrationDecider, [])
      .when(request(site, { companyId: 26, reason: 'New' }))
      .thenRejected('registration/another-company');
  });

  it.each([admin, site])('of an administrator needs no reason', (requester) => {
    given(registrationDecider, [])
      .when(request(requester))
      .then([requested({ companyId: 12, requestedBy: requester.email })]);
  });

  it.each([true, false])('of an administrator has groups of that company, assigned or not: %s', (overrides) => {
    const ask = (group: string) => request(admin, { groups: [group], overrideCompanyGroups: overrides });
    given(registrationDecider, []).when(ask('Ops')).thenRejected('account/unknown-group');
    given(registrationDecider, [])
      .when(ask('Case Managers'))
      .then([requested({ companyId: 12, groups: overrides ? ['Case Managers'] : [], requestedBy: admin.email })]);
  });

  it('is made and settled once', () => {
    const settled: RegistrationEvent = {
      type: 'AccountRequestSettled',
      data: { registrationId: 'r1', outcome: 'created', userId: 'u1' },
    };
    const settle = { type: 'SettleAccountRequest', data: settled.data } as const;
    given(registrationDecider, [requested({})])
      .when(request(nobody))
      .thenNothing();
    given(registrationDecider, [requested({})])
      .when(settle)
      .then([settled]);
    given(registrationDecider, [requested({}), settled])
      .when(settle)
      .thenNothing();
    given(registrationDecider, []).when(settle).thenNothing();
  });
});
