import { describe, expect, it } from '@jest/globals';
import { accountDecider } from '@throughline/domain';
import { project } from '../testing/project.js';
import { Story } from '../testing/story.js';
import { accountActProjection } from './account-act.js';

const names = { lastName: 'Ruiz', firstName: 'Ana', email: 'Ana@Plan.example', primaryPhone: null };
const account = { userId: 'u1', ...names, companyId: 12, admin: false, groups: [] };

describe('The acts on accounts', () => {
  it('are kept one by one, found by person and by who acted, without saved views', () => {
    const story = new Story()
      .tell(accountDecider, 'u1', { type: 'CreateAccount', data: account })
      .tell(accountDecider, 'u1', { type: 'SaveView', data: { screen: 'queue', name: 'Mine', search: '' } })
      .tell(accountDecider, 'u1', { type: 'OrderSignInAct', data: { act: 'unlock', reason: 'Asked' } })
      .tell(accountDecider, 'u1', { type: 'OrderSignInAct', data: { act: 'end-sessions', reason: 'Lost a laptop' } });
    const rows = [...project(accountActProjection, story.events).rows.values()];
    expect(rows.map(({ event }) => (event as { type: string }).type)).toEqual([
      'AccountCreated',
      'SignInActOrdered',
      'SignInActOrdered',
    ]);
    expect(rows[0]).toMatchObject({ user_id: 'u1', name: 'Ana Ruiz' });
    expect(rows[0]?.search).toBe('ana ruiz ana@plan.example ana.ruiz@plan.example');
  });
});
