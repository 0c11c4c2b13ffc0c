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
    const story = new Story().tell(accountDecider, 'u1', { type: 'CreateAccount', data: account });
    expect(project(accountProjection, story.events).rows.get('u1')).toMatchObject({
      email: 'ana@plan.example',
      account,
    });
  });
});
