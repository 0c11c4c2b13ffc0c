import { describe, it } from '@jest/globals';
import { given } from '../kernel/given.testing.js';
import { accountDecider, type CreateAccount } from './account.decider.js';
import type { AccountEvent } from './account.events.js';

const ana = {
  userId: 'u-ana',
  lastName: 'Ruiz',
  firstName: 'Ana',
  email: 'ana@plan.example',
  primaryPhone: '6025550112',
  companyId: 12,
  admin: false,
  groups: [],
};
const create: CreateAccount = { type: 'CreateAccount', data: ana };
const created: AccountEvent = { type: 'AccountCreated', data: ana };

describe('Account', () => {
  it('is created', () => {
    given(accountDecider, []).when(create).then([created]);
  });

  it('is created once, whatever a later command says about the person', () => {
    given(accountDecider, [created]).when(create).thenNothing();
    given(accountDecider, [created])
      .when({ ...create, data: { ...ana, admin: true } })
      .thenNothing();
  });

  it('has an update dismissed once', () => {
    const data = { updateId: '2026-11-23-new' };
    const dismissed: AccountEvent = { type: 'UpdateDismissed', data };
    given(accountDecider, [created]).when({ type: 'DismissUpdate', data }).then([dismissed]);
    given(accountDecider, [created, dismissed]).when({ type: 'DismissUpdate', data }).thenNothing();
  });
});
